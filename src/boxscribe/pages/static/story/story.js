// A story on the page: copied words are linked with the cells that they came from, in both directions.

class StoryView {
  constructor(article) {
    this.article = article;
    this.data = JSON.parse(article.querySelector('script').textContent);
    this.text = article.querySelector('.prose');
    this.words = [...this.text.querySelectorAll('span')]; // one for each token
    this.at = new Map(this.words.map((word, at) => [word, at]));
    this.sheets = article.querySelector('.sheets');
    this.rows = [...article.querySelectorAll('.outline li')]; // one for each planned sentence
    this.named = this.words.map((word) => Number(word.closest('bdi')?.dataset.entity ?? -1));
    this.#link();
    this.#furnish();
    this.#listen();
    this.#light();
  }

  /** The elements of the box score that each word came from (`origins`), and the words of each element (`copies`). */
  #link() {
    const places = new Places(this.sheets);
    this.origins = this.words.map((_, at) => {
      const sources = this.data.words[at]?.[2] ?? [];
      const weigh = (elements, weight) => elements.map((place) => [place, weight]);
      const found = sources.flatMap(([cell, weight]) => weigh(places.of(this.data.cells[cell]), weight));
      return new Map([...weigh(places.heads(this.named[at]), 0), ...found.reverse()]); // the heaviest counts
    });
    this.copies = new Map();
    for (const [at, origins] of this.origins.entries()) {
      for (const place of origins.keys()) put(this.copies, place, this.words[at]);
    }
    for (const place of this.copies.keys()) place.classList.add('linked');
    this.rowOf = new Map(); // a word → the row of its sentence
    for (const [number, [start, end, cells]] of this.data.outline.entries()) {
      const row = this.rows[number];
      for (const word of this.words.slice(start, end)) {
        this.rowOf.set(word, row);
        put(this.copies, row, word);
      }
      for (const cell of cells) for (const place of places.of(cell)) put(this.copies, row, place);
    }
    for (const origins of this.origins) heaviest(origins)?.classList.add('used');
    this.linked = this.words.filter((word) => word.classList.contains('copied'));
    for (const word of this.linked) {
      word.setAttribute('role', 'button');
      word.setAttribute('aria-pressed', 'false');
      word.setAttribute('aria-label', `${word.textContent}, ${word.title}`);
      word.removeAttribute('title');
      word.tabIndex = 0;
    }
  }

  /** The panel and the heat map. */
  #furnish() {
    const { psi, update_rate, entities, tokens } = this.data;
    const matrix = (stored) => stored && new Matrix(stored, entities.length);
    if (this.linked.length) {
      const skip = element('button', { class: 'skip' }, 'Skip to the box score');
      skip.addEventListener('click', () => this.sheets.focus());
      this.article.prepend(skip);
    }
    for (const [name, value] of [['tabindex', 0], ['role', 'region'], ['aria-label', 'Box score']]) {
      this.sheets.setAttribute(name, value);
    }
    if (this.data.words.length || psi) {
      this.panel = new Panel(this.data, matrix(psi));
      this.sheets.after(this.panel.root);
    }
    const layers = [
      ['Attention Ψ', 'The attention of the decoder to each entity at each word.', psi],
      ['Memory update rate δ', 'The share of each entity’s memory that is replaced at each word.', update_rate],
    ].flatMap(([title, note, stored]) => (stored ? [{ title, note, matrix: matrix(stored) }] : []));
    if (!layers.length || !tokens.length) return;
    const order = new Set([...this.named.filter((entity) => entity >= 0), ...entities.keys()]); // by first mention
    const lanes = [...order].map((entity) => ({ entity, name: entities[entity][0], colour: entities[entity][1] }));
    this.heat = new HeatMap({ words: tokens, lanes, named: this.named, layers, pick: (at) => this.visit(at) });
    this.article.append(this.heat.root);
  }

  #listen() {
    const { article, text } = this;
    article.addEventListener('pointerover', (event) => {
      if (event.pointerType === 'mouse') this.#light({ hovered: this.#subject(event.target) });
    });
    article.addEventListener('pointerleave', () => this.#light({ hovered: null }));
    article.addEventListener('focusin', ({ target }) => {
      this.#light({ focused: target.matches(':focus-visible') ? this.#subject(target) : null });
    });
    article.addEventListener('focusout', () => this.#light({ focused: null }));
    article.addEventListener('click', ({ target }) => {
      const subject = this.#subject(target);
      if (subject) this.pin(subject === this.pinned ? null : subject);
      else if (target.closest('.prose')) this.pin(null);
    });
    text.addEventListener('keydown', (event) => this.#key(event));
  }

  /** The word, the linked cell or the planned sentence at an element of the page. */
  #subject(target) {
    return target.closest('.prose span, .sheets .linked, .outline li');
  }

  /** Show what belongs to the word or cell that is pointed at, or else has the focus, or else is pinned. */
  #light(change = {}) {
    Object.assign(this, change);
    const subject = this.hovered ?? this.focused ?? this.pinned ?? null;
    if (subject === this.lit) return;
    this.lit = subject;
    for (const old of this.article.querySelectorAll('.lit')) {
      old.classList.remove('lit', 'whole');
      old.style.removeProperty('--weight');
    }
    const at = this.at.get(subject) ?? null;
    for (const [place, weight] of this.origins[at] ?? []) {
      place.classList.add('lit');
      place.style.setProperty('--weight', weight);
    }
    for (const word of this.copies.get(subject) ?? []) {
      word.classList.add('lit', ...(this.rows.includes(subject) ? ['whole'] : []));
      this.rowOf.get(word)?.classList.add('lit');
    }
    this.rowOf.get(subject)?.classList.add('lit');
    subject?.classList.add('lit');
    this.panel?.show(at);
    this.heat?.mark(at);
  }

  /** Hold a word or a cell, and bring what belongs to it into sight; null lets go. */
  pin(subject, block = 'nearest') {
    for (const old of [this.pinned, subject]) {
      old?.classList.toggle('pinned', old === subject);
      if (old?.hasAttribute('aria-pressed')) old.setAttribute('aria-pressed', old === subject);
    }
    this.#light({ pinned: subject, focused: null });
    if (!subject) return;
    const at = this.at.get(subject);
    if (at === undefined) {
      this.copies.get(subject)?.[0].scrollIntoView({ block: 'nearest', behavior: smoothness() });
    } else {
      subject.scrollIntoView({ block, behavior: smoothness() });
      const place = heaviest(this.origins[at]);
      if (place) reveal(this.sheets, place);
      this.heat?.mark(at, true);
    }
  }

  /** Go to a word of the text, and hold it. */
  visit(at) {
    const word = this.words[at];
    if (!word.hasAttribute('tabindex')) word.tabIndex = -1;
    word.focus({ preventScroll: true });
    this.#light({ hovered: null });
    this.pin(word, 'center');
  }

  #key(event) {
    const here = event.target;
    if (!this.at.has(here)) return;
    if (event.key === 'Enter' || event.key === ' ') this.pin(here === this.pinned ? null : here);
    else {
      const next = this.#next(event.key, here);
      if (!next) return;
      next.focus();
    }
    event.preventDefault();
  }

  /** The copied word that a key leads to. */
  #next(key, here) {
    const at = this.at.get(here);
    const before = this.linked.filter((word) => this.at.get(word) < at);
    const after = this.linked.filter((word) => this.at.get(word) > at);
    const { left, top } = here.getBoundingClientRect();
    const distance = (word) => {
      const box = word.getBoundingClientRect();
      return Math.abs(box.top - top) * 100 + Math.abs(box.left - left); // the nearest line, then the nearest word
    };
    const nearest = (words) => words.sort((a, b) => distance(a) - distance(b))[0];
    const onOtherLine = (word) => Math.abs(word.getBoundingClientRect().top - top) > 4;
    switch (key) {
      case 'ArrowLeft': return before.at(-1);
      case 'ArrowRight': return after[0];
      case 'ArrowUp': return nearest(before.filter(onOtherLine));
      case 'ArrowDown': return nearest(after.filter(onOtherLine));
      case 'Home': return this.linked[0];
      case 'End': return this.linked.at(-1);
      default: return undefined;
    }
  }
}

/** The element with the greatest weight in a copied word; none for a generated one. */
function heaviest(origins) {
  return [...origins].sort((a, b) => b[1] - a[1])[0]?.[0];
}
