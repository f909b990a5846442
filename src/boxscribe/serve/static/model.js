// The state of the page: a game, wishes, a plan, sentences. Each change can be undone.
//
// A sentence is {text, facts, origin, paragraph, keep, struck, claims}; a claim is a verdict whose `start` and `end` are
// places in the text of its sentence. A fact is {entity, name, type, label, value}, and a card of the plan a list of facts.

const MOST_UNDONE = 50;

export const model = {
  game: null, // as POST /v1/tables answers
  settings: {},
  plan: [], // cards: {facts, paragraph, given: a sentence that is written as it is}
  sentences: [],
  chosen: null, // {kind: "sentence" | "cell" | "card", …}
  card: 0, // to which cells are added
  writing: false,
  saved: null, // the id of the saved story
  label: "", // by which wishes the story was written
  inside: false, // whether stories are asked for with their traces
  trace: null, // of the story as it was written: the answer of POST /v1/stories
  versions: [], // other stories of this game: {label, sentences, found: what the checker says}
};

const listeners = new Set();
const undone = [];

/** Call a function after every change. */
export const onChange = (listener) => listeners.add(listener);

export function changed() {
  for (const listener of listeners) listener();
}

/** Note what is to be restored by `undo`, by default what there is. */
export function remember({ game, plan, sentences, label, versions, trace } = model) {
  undone.push({ ...structuredClone({ game, plan, sentences, label, versions }), trace }); // a trace is never changed
  if (undone.length > MOST_UNDONE) undone.shift();
}

/** Change the model; it can be undone. */
export function change(action) {
  remember();
  action();
  changed();
}

export const canUndo = () => undone.length > 0 && !model.writing;

export function undo() {
  if (!canUndo()) return;
  Object.assign(model, undone.pop(), { chosen: null });
  changed();
}

export function forgetUndone() {
  undone.length = 0;
}

export const sameFact = (one, other) => one.entity === other.entity && one.type === other.type;

/** The number of an entity in the game, by its id. */
export const numberOf = (id) => model.game.entities.findIndex((entity) => entity.id === id);

/** Whether the story has a sentence: it has words, and is not struck. */
export const told = (sentence) => Boolean(sentence.text) && !sentence.struck;

/** A fact with the value that the box score has. */
export function factNow(fact) {
  const number = numberOf(fact.entity);
  for (const sheet of model.game.sheets) {
    const [row, column] = [sheet.entities.indexOf(number), sheet.types.indexOf(fact.type)];
    if (row >= 0 && column >= 0) return { ...fact, value: sheet.rows[row][column + 1] };
  }
  return fact;
}

/** The text of the story, with the place of each sentence. */
export function storyText(sentences = model.sentences) {
  let text = "";
  let begins = false; // whether a paragraph does
  const places = sentences.map((sentence) => {
    begins ||= sentence.paragraph;
    if (!told(sentence)) return null;
    if (text) text += begins ? "\n\n" : " ";
    begins = false;
    text += sentence.text;
    return [text.length - sentence.text.length, text.length];
  });
  return { text, places };
}

/** A plan as the API takes it, of items {facts, paragraph, given}; what is `given` is written as it is. */
export function planBody(items = model.plan) {
  const filled = items.filter((item) => item.facts.length || item.given);
  const numbers = (chosen) => filled.map((item, at) => (chosen(item, at) ? at : -1)).filter((at) => at >= 0);
  return {
    plan: {
      sentences: filled.map((item) => item.facts.map(({ entity, type, value }) => [entity, type, value])),
      paragraphs: numbers((item, at) => item.paragraph && at > 0),
    },
    given: Object.fromEntries(numbers((item) => item.given).map((at) => [at, filled[at].given])),
  };
}
