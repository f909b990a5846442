// The heat map: a lane for each entity, a column for each word. It scrolls, points, and answers the keyboard.

const TALL = 520; // the map's greatest height

class HeatMap {
  static switches = 0;

  /**
   * words: the tokens; lanes: {entity, name, colour} from top to bottom; named: the entity that each word names, or -1;
   * layers: {title, note, matrix}; pick(word): what a click on a word's column does.
   */
  constructor({ words, lanes, named, layers, pick }) {
    Object.assign(this, { words, lanes, named, layers, pick });
    this.laneOf = new Map(lanes.map(({ entity }, lane) => [entity, lane]));
    this.image = element('canvas', { width: words.length, height: lanes.length }); // a pixel a value
    this.layer = layers[0];
    this.cross = null; // {column, lane} under the pointer or the arrow keys
    this.pointer = null; // [x, y] of the pointer while it leads the cross; the arrow keys take over from it
    this.marked = null; // the column of the word that is shown in the panel
    this.#build();
    this.#listen();
  }

  #build() {
    const label = 'Heat map of words and entities. The arrow keys move, Enter goes to the word in the text.';
    this.extent = element('div');
    this.scroller = element('div', { class: 'view', tabindex: 0, role: 'group', 'aria-label': label }, this.extent);
    this.canvas = element('canvas', { 'aria-hidden': 'true' });
    this.tip = element('div', { class: 'tip', role: 'status' });
    this.note = element('p', { class: 'note' });
    this.most = element('span');
    this.scale = element('canvas', { width: 256, height: 1, 'aria-hidden': 'true' });
    const tools = element('div', { class: 'tools' }, element('h2', {}, 'Entities, word by word'));
    if (this.layers.length > 1) tools.append(this.#switch());
    tools.append(this.note, element('span', { class: 'scale' }, '0', this.scale, this.most));
    const map = element('div', { class: 'map' }, this.scroller, this.canvas, this.tip);
    this.root = element('section', { class: 'heat', 'aria-label': 'Heat map' }, tools, map);
  }

  #switch() {
    const group = element('div', { class: 'switch', role: 'radiogroup', 'aria-label': 'What the heat map shows' });
    const name = `layer-${(HeatMap.switches += 1)}`; // radios of one name exclude each other
    for (const layer of this.layers) {
      const input = element('input', { type: 'radio', name });
      input.checked = layer === this.layer;
      input.addEventListener('change', () => this.choose(layer));
      group.append(element('label', {}, input, layer.title));
    }
    return group;
  }

  #listen() {
    const { scroller } = this;
    const place = (event) => {
      const box = scroller.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    new ResizeObserver(() => this.#fit()).observe(scroller);
    scroller.addEventListener('scroll', () => {
      if (this.pointer) this.#point(this.#under(...this.pointer));
      this.#invalidate();
    });
    scroller.addEventListener('pointermove', (event) => {
      this.pointer = place(event);
      this.#point(this.#under(...this.pointer));
    });
    scroller.addEventListener('pointerleave', () => {
      if (this.pointer) this.#point(null);
      this.pointer = null;
    });
    scroller.addEventListener('blur', () => this.#point(null));
    scroller.addEventListener('click', (event) => {
      const cross = this.#under(...place(event));
      if (cross) this.pick(cross.column);
    });
    scroller.addEventListener('keydown', (event) => this.#key(event));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.choose(this.layer));
  }

  /** Show a layer in the colours of the style sheet. */
  choose(layer) {
    this.layer = layer;
    this.note.textContent = layer.note;
    this.most.textContent = figure(layer.matrix.max);
    const colours = ramp(styled(this.root, '--heat').split(/\s+/));
    paint(this.image, (column, lane) => colours[layer.matrix.shade(column, this.lanes[lane].entity)]);
    paint(this.scale, (shade) => colours[shade]);
    const named = (name) => styled(this.root, `--${name}`);
    this.inks = { ink: named('ink'), soft: named('soft'), edge: named('edge') };
    for (const lane of this.lanes) lane.ink = named(lane.colour.split(' ')[0]) || this.inks.soft;
    this.#point(this.cross);
  }

  /** Mark the column of a word; null for none. `scroll`: bring it into sight. */
  mark(column, scroll = false) {
    this.marked = column;
    if (scroll && column !== null) this.#scrollTo(column);
    this.#invalidate();
  }

  #fit() {
    const { scroller, canvas } = this;
    this.left = Math.min(172, Math.round(scroller.clientWidth * 0.36));
    const height = HEAD + this.lanes.length * LANE;
    this.extent.style.width = `${this.left + this.words.length * COLUMN + HEAD}px`; // the last words lean to the right
    this.extent.style.height = `${height}px`;
    scroller.style.height = `${Math.min(height + 16, TALL)}px`; // 16: a scroll bar
    this.width = scroller.clientWidth;
    this.height = scroller.clientHeight;
    canvas.width = Math.round(this.width * devicePixelRatio);
    canvas.height = Math.round(this.height * devicePixelRatio);
    canvas.style.width = `${this.width}px`;
    canvas.style.height = `${this.height}px`;
    this.choose(this.layer);
  }

  #invalidate() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      if (this.width) draw(this.canvas.getContext('2d'), this);
    });
  }

  #under(x, y) {
    const column = Math.floor((x + this.scroller.scrollLeft - this.left) / COLUMN);
    const lane = Math.floor((y + this.scroller.scrollTop - HEAD) / LANE);
    const inside = x >= this.left && y >= HEAD && column < this.words.length && lane < this.lanes.length;
    return inside ? { column, lane } : null;
  }

  #point(cross) {
    this.cross = cross;
    this.tip.textContent = '';
    if (cross) {
      const { entity, name } = this.lanes[cross.lane];
      const value = figure(this.layer.matrix.value(cross.column, entity));
      this.tip.append(element('bdi', {}, this.words[cross.column]), ' · ', element('bdi', {}, name), ` · ${value}`);
      const { tip, scroller } = this;
      const x = beside(this.left + cross.column * COLUMN - scroller.scrollLeft, COLUMN, tip.offsetWidth, this.width);
      const y = beside(HEAD + cross.lane * LANE - scroller.scrollTop, LANE, tip.offsetHeight, this.height);
      this.tip.style.translate = `${x}px ${y}px`;
    }
    this.#invalidate();
  }

  #key(event) {
    const { column, lane } = this.cross ?? { column: this.marked ?? 0, lane: 0 };
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === 'Enter') this.pick(column);
    if (!(event.key in steps)) return;
    event.preventDefault();
    this.pointer = null;
    const [x, y] = this.cross ? steps[event.key] : [0, 0]; // the first key only shows where one stands
    const within = (place, count) => Math.min(Math.max(place, 0), count - 1);
    const cross = { column: within(column + x, this.words.length), lane: within(lane + y, this.lanes.length) };
    this.#scrollTo(cross.column, cross.lane);
    this.#point(cross);
  }

  #scrollTo(column, lane = null) {
    const { scroller } = this;
    const x = column * COLUMN;
    const room = this.width - this.left - COLUMN;
    if (x < scroller.scrollLeft || x > scroller.scrollLeft + room) scroller.scrollLeft = x - room / 2;
    if (lane === null) return;
    const y = lane * LANE;
    const height = this.height - HEAD - LANE;
    scroller.scrollTop = Math.min(Math.max(scroller.scrollTop, y - height), y);
  }
}

/** Where a tip of a length stands beside a cell: behind it, or before it where there is no room. */
function beside(start, size, length, room) {
  const behind = start + size + 6;
  return behind + length <= room ? behind : Math.max(start - length - 6, 0);
}
