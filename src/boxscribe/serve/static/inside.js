// Inside the model: the heat map of attention and memory, of a story that was asked for with its trace.
import { el } from "./dom.js";
import { HeatMap } from "./heat.js";
import { model } from "./model.js";

const COLOURS = 12;
const PARAGRAPH = "*NEWPARAGRAPH*";
const LAYERS = [
  ["attention", "Attention Ψ", "The attention of the decoder to each entity at each word."],
  ["update_rate", "Memory update rate δ", "The share of each entity’s memory that is replaced at each word."],
];
let shown = null; // the trace that is shown

/** Values by words and entities, as the heat map reads them. */
class Rows {
  constructor(rows) {
    this.rows = rows;
    this.max = rows.reduce((most, row) => Math.max(most, ...row), 0) || 1;
  }

  value(word, entity) {
    return this.rows[word][entity];
  }

  /** 0 … 255: how strong a value looks; small ones are still seen. */
  shade(word, entity) {
    return Math.round(Math.sqrt(Math.max(0, this.value(word, entity)) / this.max) * 255);
  }
}

/** Show the trace of the story in a <details>; `choose(number)` is called with the sentence of a word. */
export function showInside(root, choose) {
  root.hidden = !model.trace;
  root.ontoggle = () => showInside(root, choose);
  if (root.hidden || !root.open || shown === model.trace) return;
  shown = model.trace;
  const layers = LAYERS.filter(([name]) => shown[name].length).map(([name, title, note]) => ({ title, note, matrix: new Rows(shown[name]) }));
  const content = layers.length ? heatMap(shown, layers, choose).root : el("p", { class: "hint" }, "This author has neither attention nor memory.");
  root.replaceChildren(root.querySelector("summary"), el("p", { class: "hint" }, "The story as the model wrote it, without later changes."), content);
}

function heatMap({ tokens, entities, names }, layers, choose) {
  const number = new Map(entities.map((id, at) => [id, at]));
  const named = tokens.map(() => -1);
  for (const [start, end, id] of names) named.fill(number.get(id), start, end);
  const order = new Set([...named.filter((entity) => entity >= 0), ...entities.keys()]); // by first mention
  const mentioned = [...new Set(named)].filter((entity) => entity >= 0);
  const name = (id) => model.game.entities.find((entity) => entity.id === id)?.name ?? id;
  const colour = (entity) => (mentioned.includes(entity) ? `e${mentioned.indexOf(entity) % COLOURS}` : "");
  const lanes = [...order].map((entity) => ({ entity, name: name(entities[entity]), colour: colour(entity) }));
  const pick = (word) => {
    const at = model.sentences.findIndex((sentence) => sentence.tokens?.[0] <= word && word < sentence.tokens?.[1]);
    if (at < 0) return;
    choose(at);
    document.querySelector(`[data-sentence="${at}"]`)?.focus();
  };
  return new HeatMap({ words: tokens.map((token) => (token === PARAGRAPH ? "¶" : token)), lanes, named, layers, pick });
}
