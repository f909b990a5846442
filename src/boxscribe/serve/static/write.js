// Writing: a story comes sentence by sentence, and is checked when it is finished or changed.
import { events, json, Refused } from "./api.js";
import { changed, model, planBody, remember, storyText, told } from "./model.js";
import { inWords } from "./settings.js";
import { placeClaims } from "./story.js";

let abort = null;

export const stop = () => abort?.abort();

/** Write a story: by a plan of the server that heeds the wishes, with the kept sentences; or by `items`, a plan of the
 *  page in which some sentences are given; then struck sentences stay where they were. Those of `avoid` are not written,
 *  where others can be. */
export async function write(items = null, avoid = []) {
  if (model.writing) return;
  const { words, focus, ...always } = model.settings; // a plan has its own length and focus
  const before = { ...model };
  const keep = model.sentences.filter((sentence) => sentence.keep && told(sentence)).map((sentence) => sentence.text);
  const wishes = items ? { ...always, ...planBody(items), ...(avoid.length && !always.free && { avoid }) } : { ...always, words, focus, keep };
  const known = new Map(model.sentences.map((sentence) => [sentence.text, sentence]));
  abort = new AbortController();
  Object.assign(model, { writing: true, sentences: [], label: inWords(model.settings), trace: null, chosen: null });
  changed();
  try {
    await follow({ ...wishes, table: model.game.table, stream: true, trace: model.inside }, known);
  } catch (error) {
    if (error.name !== "AbortError" || !model.sentences.length) Object.assign(model, { plan: before.plan, sentences: before.sentences, label: before.label, trace: before.trace });
    if (error.name !== "AbortError") throw error;
  } finally {
    model.writing = false;
    if (model.sentences !== before.sentences) {
      if (before.sentences.length) remember(before);
      if (items) before.sentences.forEach((sentence, at) => sentence.struck && model.sentences.splice(at, 0, sentence));
    }
    changed();
  }
  await check();
}

/** `known` has the sentences that were there before, by their texts: those that stay are still kept, and have their origin.
 *  Sentences that the plan gave are kept, too. */
async function follow(body, known) {
  const same = ({ text, origin }) => ({ keep: known.has(text) ? Boolean(known.get(text).keep) : origin === "kept", origin: known.get(text)?.origin ?? origin });
  for await (const [name, data] of events("/v1/stories", body, abort.signal)) {
    if (name === "plan") {
      model.plan = data.facts.map((facts, number) => ({ facts, paragraph: data.paragraphs.includes(number) })).filter((card) => card.facts.length);
      model.facts = data.facts;
      model.paragraphs = data.paragraphs;
      model.sentences = [];
    } else if (name === "sentence") {
      const facts = model.facts[data.number] ?? [];
      model.sentences.push({ text: data.text, facts, paragraph: model.paragraphs.includes(data.number), ...same(data) });
    } else if (name === "story") {
      model.sentences = data.sentences.map((sentence) => ({ ...sentence, ...same(sentence) }));
      model.plan = cardsOf(data.sentences);
      if (model.inside) model.trace = data;
    } else if (name === "problem") {
      throw new Refused(data);
    }
    changed();
  }
}

/** The plan that sentences follow. */
export const cardsOf = (sentences) => sentences.filter((one) => one.facts.length && !one.struck).map(({ facts, paragraph }) => ({ facts, paragraph }));

/** Give all sentences the verdicts of the checker. */
export async function check() {
  const { text, places } = storyText();
  if (!text) return;
  const { verdicts } = await json("/v1/check", { table: model.game.table, text, season: model.settings.season });
  placeClaims(verdicts, places);
  changed();
}
