// A checked text: claims, the cells that prove them, and the panel that says why.

class CheckView {
  constructor(article) {
    this.article = article;
    [this.hovered, this.focused, this.pinned, this.lit] = [null, null, null, null]; // numbers of claims
    this.data = JSON.parse(article.querySelector('script').textContent);
    this.marks = [...article.querySelectorAll('mark[data-claim]')];
    this.sheets = article.querySelector('.sheets');
    this.panel = article.querySelector('.panel');
    const places = new Places(this.sheets);
    this.cells = this.data.claims.map(({ cells }) => [...new Set(cells.flatMap((cell) => places.of(cell)))]);
    this.claims = new Map(); // a cell → the claims that it proves
    for (const [number, cells] of this.cells.entries()) for (const cell of cells) put(this.claims, cell, number);
    for (const cell of this.claims.keys()) cell.classList.add('linked', 'used');
    for (const [name, value] of [['tabindex', 0], ['role', 'region'], ['aria-label', 'Box score']]) {
      this.sheets.setAttribute(name, value);
    }
    this.#listen();
    this.#show(null);
  }

  #listen() {
    const { article } = this;
    article.addEventListener('pointerover', (event) => {
      if (event.pointerType === 'mouse') this.#light({ hovered: this.#claim(event.target) });
    });
    article.addEventListener('pointerleave', () => this.#light({ hovered: null }));
    article.addEventListener('focusin', ({ target }) => this.#light({ focused: this.#claim(target) }));
    article.addEventListener('focusout', () => this.#light({ focused: null }));
    article.addEventListener('click', ({ target }) => {
      const claim = this.#claim(target);
      if (claim === null) return;
      const listed = target.closest('button');
      this.pin(claim === this.pinned && !listed ? null : claim);
      if (listed) this.marks[claim].focus();
    });
    article.addEventListener('keydown', (event) => this.#key(event));
  }

  /** The claim of an element: of the text, of the list, or the first that a cell proves. */
  #claim(target) {
    const named = target.closest('[data-claim]');
    if (named) return Number(named.dataset.claim);
    return this.claims.get(target.closest('.sheets .linked'))?.[0] ?? null;
  }

  /** Show the claim that is pointed at, or else has the focus, or else is pinned. */
  #light(change) {
    Object.assign(this, change);
    const claim = this.hovered ?? this.focused ?? this.pinned ?? null;
    if (claim === this.lit) return;
    this.lit = claim;
    for (const old of this.article.querySelectorAll('.lit')) old.classList.remove('lit');
    if (claim !== null) {
      for (const place of [this.marks[claim], ...this.cells[claim]]) place.classList.add('lit');
      if (this.cells[claim].length && this.hovered === null) reveal(this.sheets, this.cells[claim][0]);
    }
    this.#show(claim);
  }

  /** Hold a claim; null lets go. */
  pin(claim) {
    for (const [number, mark] of this.marks.entries()) {
      mark.classList.toggle('pinned', number === claim);
      mark.setAttribute('aria-pressed', number === claim);
    }
    this.#light({ pinned: claim, hovered: null });
    if (claim === null) return;
    this.marks[claim].scrollIntoView({ block: 'nearest', behavior: smoothness() });
    if (this.cells[claim].length) reveal(this.sheets, this.cells[claim][0]);
  }

  #key(event) {
    const mark = event.target.closest('mark[data-claim]');
    if (!mark) return;
    const at = Number(mark.dataset.claim);
    const next = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: this.marks.length - 1 };
    if (event.key === 'Enter' || event.key === ' ') this.pin(at === this.pinned ? null : at);
    else if (this.marks[next[event.key]]) this.marks[next[event.key]].focus();
    else return;
    event.preventDefault();
  }

  #show(number) {
    this.panel.classList.toggle('idle', number === null);
    if (number === null) {
      const hint = 'Point at a claim, or move with Tab and the arrow keys, to see the cells and games behind it; a click holds it.';
      this.panel.replaceChildren(element('p', { class: 'hint' }, hint));
      return;
    }
    const claim = this.data.claims[number];
    const rows = [['Family', claim.family], ['About', claim.subject], ['Stated', claim.stated], ['Expected', claim.expected], ['Repair', claim.repair]]
      .filter(([, value]) => value)
      .flatMap(([name, value]) => [element('dt', {}, name), element('dd', { dir: 'auto' }, value)]);
    const evidence = claim.evidence.map((one) => element('li', { dir: 'auto' }, one));
    if (evidence.length) rows.push(element('dt', {}, 'Because'), element('dd', {}, element('ul', {}, ...evidence)));
    const head = element('h2', {}, element('bdi', {}, claim.words), ' ', element('span', { class: `claim ${claim.status}` }, claim.status));
    this.panel.replaceChildren(head, element('dl', {}, ...rows));
  }
}

oneAtATime((article) => new CheckView(article));
