// The evaluation page: a list of games that can be filtered and sorted, and the game that is chosen in it.

const data = JSON.parse(document.getElementById('data').textContent);
const { metrics, types, games, comparison } = data; // comparison: null, or the other system
const [list, filter, sort, having] = ['list', 'filter', 'sort', 'having'].map((id) => document.getElementById(id));
const relations = new Relations(types, data.statuses);
let order = []; // numbers of the games that are listed
let chosen = 0; // a place in the list

function draw() {
  const game = games[order[chosen]];
  const root = document.getElementById('game');
  if (!game) {
    root.replaceChildren('No game.');
    return;
  }
  const text = (head, words) => element('section', {}, element('h3', {}, head), element('p', { dir: 'auto' }, words));
  const texts = [text(comparison ? data.title : 'Text', game.text)];
  if (game.gold_text) texts.unshift(text('Gold text', game.gold_text));
  if (comparison) texts.push(text(comparison.title, game.other_text));
  root.replaceChildren(
    element('h2', { dir: 'auto' }, game.title),
    element('p', { class: 'about' }, figuresOf(game)),
    ...relations.of(game, draw),
    element('div', { class: 'columns' }, ...texts),
  );
}

/** The id of a game and its figures; those of the other system in brackets. */
function figuresOf(game) {
  const figures = metrics.map((metric, at) => {
    const other = comparison ? ` (${game.other_figures[at].toFixed(2)})` : '';
    return `${metric.label} ${game.figures[at].toFixed(2)}${other}`;
  });
  return [...(game.title === game.id ? [] : [game.id]), ...figures].join(' · ');
}

/** The orders of the list: {name, value, sign}; games are sorted by sign · value(game), without value as in the file. */
const orders = [
  ...metrics.map(({ label }, at) => ({ name: `worst ${label} first`, value: (game) => game.figures[at], sign: 1 })),
  ...(comparison ? metrics : []).flatMap(({ label }, at) => {
    const value = (game) => game.figures[at] - game.other_figures[at];
    return [
      { name: `${label}: most behind ${comparison.title} first`, value, sign: 1 },
      { name: `${label}: most ahead of ${comparison.title} first`, value, sign: -1 },
    ];
  }),
  { name: 'in the order of the file' },
];

function choose(place) {
  const items = list.children;
  items[chosen]?.setAttribute('aria-selected', 'false');
  chosen = Math.max(0, Math.min(place, items.length - 1));
  items[chosen]?.setAttribute('aria-selected', 'true');
  if (items[chosen]) bringIntoSight(items[chosen]);
  list.setAttribute('aria-activedescendant', items[chosen]?.id ?? '');
  draw();
}

/** Scroll the list, and not the page, to an item. */
function bringIntoSight(item) {
  const [box, area] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.top < area.top) list.scrollTop += box.top - area.top;
  if (box.bottom > area.bottom) list.scrollTop += box.bottom - area.bottom;
}

const statesSomethingOf = (game, words) =>
  [game.id, game.title, ...[...game.gold_relations, ...game.relations].map(([entity]) => entity)]
    .some((name) => name.toLowerCase().includes(words));
const hasStatus = (game, status) => [...game.gold_relations, ...game.relations].some((relation) => relation[3] === status);

function arrange() {
  const words = filter.value.trim().toLowerCase();
  const { value, sign } = orders[Number(sort.value)];
  order = [...games.keys()]
    .filter((number) => !words || statesSomethingOf(games[number], words))
    .filter((number) => !having.value || hasStatus(games[number], having.value));
  if (value) order.sort((a, b) => sign * (value(games[a]) - value(games[b])));
  list.replaceChildren(...order.map((number, place) => {
    const shown = value ? value(games[number]).toFixed(1) : String(number + 1);
    const attributes = { id: `game-${number}`, role: 'option', 'aria-selected': 'false' };
    const item = element('li', attributes, element('span', {}, games[number].title), element('span', {}, shown));
    item.addEventListener('click', () => choose(place));
    return item;
  }));
  document.getElementById('count').textContent = `${order.length} of ${games.length} games`;
  chosen = 0;
  choose(0);
}

sort.append(...orders.map(({ name }, at) => element('option', { value: at }, name)));
sort.value = Math.max(metrics.findIndex(({ key }) => key === data.sort_by), 0);
for (const control of [sort, having]) control.addEventListener('change', arrange);
filter.addEventListener('input', arrange);
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.matches('input[type=search], select');
  if (event.key === 'Escape') {
    filter.value = '';
    list.focus({ preventScroll: true });
    arrange();
    return;
  }
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const inList = event.target === list; // elsewhere the arrow keys scroll the page
  const step = { j: 1, k: -1, ...(inList && { ArrowDown: 1, ArrowUp: -1 }) }[event.key];
  if (step) {
    event.preventDefault();
    choose(chosen + step);
  }
  if (event.key === '/') {
    event.preventDefault();
    filter.focus();
  }
});
arrange();
