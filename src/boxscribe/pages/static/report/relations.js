// The relations of one game: those of the gold text beside those of the text, each with what became of it.

class Relations {
  /** types: record type → label; statuses: status → [label, meaning]. */
  constructor(types, statuses) {
    this.types = types;
    this.statuses = statuses;
    this.shown = new Set(Object.keys(statuses)); // the statuses that are shown
  }

  /** The legend, which shows and hides, and the table of a game; none where no relation is known. */
  of(game, redraw) {
    if (!game.gold_relations.length && !game.relations.length) return [];
    return [this.#key(game, redraw), this.#table(game)];
  }

  #key(game, redraw) {
    const labels = Object.entries(this.statuses).map(([status, [name, meaning]]) => {
      const box = element('input', { type: 'checkbox' });
      box.checked = this.shown.has(status);
      box.addEventListener('change', () => {
        if (box.checked) this.shown.add(status);
        else this.shown.delete(status);
        redraw();
      });
      const all = status === 'missed' ? game.gold_relations : game.relations;
      const count = all.filter((relation) => relation[3] === status).length;
      return element('label', { class: status, title: meaning }, box, ` ${name} ${count}`);
    });
    return element('div', { class: 'key', role: 'group', 'aria-label': 'Relations to show' }, ...labels);
  }

  /** What stands between two relations that both texts state at this place goes into as few rows as possible. */
  #table(game) {
    const body = element('tbody');
    let [left, right] = [[], []];
    const row = (...cells) => {
      const [gold, sign, text] = cells;
      body.append(element('tr', {}, element('td', {}, gold), element('td', { class: 'sign' }, sign), element('td', {}, text)));
    };
    const flush = () => {
      for (let at = 0; at < Math.max(left.length, right.length); at += 1) row(left[at] ?? '', '', right[at] ?? '');
      [left, right] = [[], []];
    };
    for (const [g, t] of game.rows) {
      const [gold, text] = [game.gold_relations[g], game.relations[t]];
      if (gold && text) {
        if (!this.shown.has(text[3])) continue;
        flush();
        row(this.#relation(gold), '=', this.#relation(text));
      } else {
        if (gold && this.shown.has(gold[3])) left.push(this.#relation(gold, gold[3] === 'gold'));
        if (text && this.shown.has(text[3])) right.push(this.#relation(text, text[3] === 'gold'));
      }
    }
    flush();
    const head = (words) => element('th', { scope: 'col' }, words);
    const heads = [head(`gold text (${game.gold_relations.length})`), element('td', { class: 'sign' })];
    const row1 = element('tr', {}, ...heads, head(`text (${game.relations.length})`));
    return element('table', { class: 'pairs' }, element('thead', {}, row1), body);
  }

  /** `elsewhere`: both texts state it, but not in the same order. */
  #relation([entity, value, type, status], elsewhere = false) {
    const [name, meaning] = this.statuses[status];
    const note = meaning + (elsewhere ? ', at another place' : '');
    const label = this.types[type] ?? this.types[type.replace(/\d+$/, '#')]?.replace('#', type.match(/\d+$/)) ?? type;
    const attributes = { class: `relation ${status}${elsewhere ? ' elsewhere' : ''}`, title: `${name}: ${note}` };
    return element('span', attributes, element('b', {}, entity), ` ${value} ${label}`);
  }
}
