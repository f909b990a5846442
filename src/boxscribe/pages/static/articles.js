// One article at a time, which the chooser of the bar selects.

/** Show the first article; `view` makes what a shown article does, and has a method `pin`. */
function oneAtATime(view) {
  const articles = [...document.querySelectorAll('article')];
  const views = new Map();
  const chooser = document.querySelector('.chooser select');
  const [previous, next] = document.querySelectorAll('.chooser button');

  function show(number) {
    for (const [at, article] of articles.entries()) article.hidden = at !== number;
    if (!views.has(number)) views.set(number, view(articles[number]));
    if (!chooser) return;
    chooser.selectedIndex = number;
    previous.disabled = number === 0;
    next.disabled = number === articles.length - 1;
  }

  const shown = () => articles.findIndex((article) => !article.hidden);

  chooser?.addEventListener('change', () => show(chooser.selectedIndex));
  previous?.addEventListener('click', () => show(shown() - 1));
  next?.addEventListener('click', () => show(shown() + 1));
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && views.get(shown())?.pin(null));
  if (articles.length) show(0);
}
