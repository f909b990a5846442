// The panel behind a word: its copy gate, how much of it was copied and from where, and the attention to entities. Of a
// derived record it lists the games and cells that it was computed from.

const SHOWN = 4; // rows of a list

class Panel {
  constructor(data, psi) {
    this.data = data;
    this.psi = psi;
    this.root = element('section', { class: 'panel', 'aria-label': 'Behind the word' });
    this.show(null);
  }

  /** The word at a position of the text; null for none. */
  show(at) {
    this.root.classList.toggle('idle', at === null);
    this.root.replaceChildren(...(at === null ? [this.#hint()] : this.#word(at)));
  }

  #hint() {
    const pointing = 'Point at a word, or move with Tab and the arrow keys, to see the cells that it was copied from';
    return element('p', { class: 'hint' }, `${pointing}; a click holds it. Bold cells were copied into the text.`);
  }

  #word(at) {
    const { tokens, words } = this.data;
    const top = element('div', { class: 'top' }, element('bdi', { class: 'word' }, tokens[at]));
    const lists = element('div', { class: 'lists' });
    if (words.length) {
      const [gate, copied, sources] = words[at];
      const share = sources.length ? `copied ${figure(copied)}` : 'generated';
      top.append(element('span', {}, `copy gate ${figure(gate)}`), element('span', {}, share));
      const heaviest = sources.slice(0, SHOWN).map(([cell, weight]) => this.#source(cell, weight));
      lists.append(list('Copied from', heaviest.length ? heaviest : [line('no cell')]));
      const computed = sources.slice(0, SHOWN).flatMap(([cell]) => this.data.cells[cell][3]);
      if (computed.length) lists.append(list('Computed from', [...new Set(computed)].map(line)));
    }
    if (this.psi) {
      const attended = this.psi.top(at, SHOWN).map(([entity, weight]) => row(this.#name(entity), weight));
      lists.append(list('Attention Ψ', attended));
    }
    return [top, lists];
  }

  #source(cell, weight) {
    const [entity, , label] = this.data.cells[cell];
    return row(this.#name(entity), weight, ` · ${label}`);
  }

  #name(entity) {
    const [name, colour] = this.data.entities[entity];
    return element('bdi', { class: colour }, name);
  }
}

function list(title, rows) {
  return element('div', {}, element('h3', {}, title), element('ul', {}, ...rows));
}

function line(text) {
  return element('li', { class: 'whole' }, element('span', { dir: 'auto' }, text));
}

function row(what, amount, more = '') {
  const fill = element('i');
  fill.style.width = `${Math.min(amount, 1) * 100}%`;
  return element(
    'li',
    {},
    element('span', {}, what, more),
    element('span', { class: 'amount' }, figure(amount)),
    element('div', { class: 'share' }, fill),
  );
}
