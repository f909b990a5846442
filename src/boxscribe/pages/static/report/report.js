// The evaluation page: a list of games that can be filtered and sorted, and the game that is chosen in it.

const { metrics, types, games } = JSON.parse(document.getElementById('data').textContent);
const [list, filter, sort, having] = ['list', 'filter', 'sort', 'having'].map((id) => document.getElementById(id));
const relations = new Relations(types);
let order = []; // numbers of the games that are listed
let chosen = 0; // a place in the list

function draw() {
  const game = games[order[chosen]];
  const root = document.getElementById('game');
  if (!game) {
    root.replaceChildren('No game.');
    return;
  }
  const figures = metrics.map((metric, at) => `${metric.label} ${game.figures[at].toFixed(2)}`).join(' · ');
  const text = (title, words) => element('section', {}, element('h3', {}, title), element('p', { dir: 'auto' }, words));
  root.replaceChildren(
    element('h2', { dir: 'auto' }, game.title),
    element('p', { class: 'about' }, game.title === game.id ? figures : `${game.id} · ${figures}`),
    ...relations.of(game, draw),
    element('div', { class: 'columns' }, text('Gold text', game.gold_text), text('Text', game.text)),
  );
}

function choose(place) {
  const items = list.children;
  items[chosen]?.setAttribute('aria-selected', 'false');
  chosen = Math.max(0, Math.min(place, items.length - 1));
  items[chosen]?.setAttribute('aria-selected', 'true');
  items[chosen]?.scrollIntoView({ block: 'nearest' });
  list.setAttribute('aria-activedescendant', items[chosen]?.id ?? '');
  draw();
}

const statesSomethingOf = (game, words) =>
  [game.id, game.title, ...[...game.gold_relations, ...game.relations].map(([entity]) => entity)]
    .some((name) => name.toLowerCase().includes(words));
const hasStatus = (game, status) => [...game.gold_relations, ...game.relations].some((relation) => relation[3] === status);

function arrange() {
  const words = filter.value.trim().toLowerCase();
  const metric = sort.value === '' ? null : Number(sort.value);
  order = [...games.keys()]
    .filter((number) => !words || statesSomethingOf(games[number], words))
    .filter((number) => !having.value || hasStatus(games[number], having.value));
  if (metric !== null) order.sort((a, b) => games[a].figures[metric] - games[b].figures[metric]);
  list.replaceChildren(...order.map((number, place) => {
    const shown = metric === null ? String(number + 1) : games[number].figures[metric].toFixed(1);
    const attributes = { id: `game-${number}`, role: 'option', 'aria-selected': 'false' };
    const item = element('li', attributes, element('span', {}, games[number].title), element('span', {}, shown));
    item.addEventListener('click', () => choose(place));
    return item;
  }));
  document.getElementById('count').textContent = `${order.length} of ${games.length} games`;
  chosen = 0;
  choose(0);
}

function sortsBy(metric, at) {
  sort.append(element('option', { value: at }, `worst ${metric.label} first`));
}

metrics.forEach(sortsBy);
sort.append(element('option', { value: '' }, 'in the order of the file'));
const first = ['cs_f1', 'co', 'rg_precision', 'bleu'].map((key) => metrics.findIndex((metric) => metric.key === key));
sort.value = first.find((at) => at >= 0) ?? '';
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
