// Writing: a story comes sentence by sentence, and is checked when it is finished or changed.
import { events, json, Refused } from "./api.js";
import { changed, model, planBody, storyText } from "./model.js";
import { placeClaims } from "./story.js";

let abort = null;

export const stop = () => abort?.abort();

/** Write a story. With `plan` it follows the cards, else the server plans by the wishes; kept sentences stay. */
export async function write({ plan = false, keep = keptTexts() } = {}) {
  if (model.writing) return;
  const { words, focus, ...always } = model.settings; // a plan has its own length and focus
  const wishes = plan ? always : { ...always, words, focus };
  const before = { plan: model.plan, sentences: model.sentences };
  const kept = new Set(keep);
  const body = { ...wishes, table: model.game.table, keep, stream: true, ...(plan && { plan: planBody() }) };
  abort = new AbortController();
  Object.assign(model, { writing: true, sentences: [], chosen: null });
  changed();
  try {
    await follow(body, kept);
  } catch (error) {
    if (!model.sentences.some((sentence) => sentence.text)) Object.assign(model, before);
    if (error.name !== "AbortError") throw error;
  } finally {
    model.writing = false;
    changed();
  }
  await check();
}

async function follow(body, kept) {
  for await (const [name, data] of events("/v1/stories", body, abort.signal)) {
    if (name === "plan") {
      model.plan = data.facts.map((facts, number) => ({ facts, paragraph: data.paragraphs.includes(number) })).filter((card) => card.facts.length);
      model.facts = data.facts;
      model.paragraphs = data.paragraphs;
      model.sentences = [];
    } else if (name === "sentence") {
      const facts = model.facts[data.number] ?? [];
      model.sentences.push({ text: data.text, facts, origin: data.origin, paragraph: model.paragraphs.includes(data.number), keep: kept.has(data.text) });
    } else if (name === "story") {
      model.sentences = data.sentences.map((sentence) => ({ ...sentence, keep: kept.has(sentence.text) || sentence.origin === "kept" }));
      model.plan = cardsOf(data.sentences);
    } else if (name === "problem") {
      throw new Refused(data);
    }
    changed();
  }
}

const cardsOf = (sentences) => sentences.filter((one) => one.facts.length).map(({ facts, paragraph }) => ({ facts, paragraph }));

const keptTexts = () => model.sentences.filter((sentence) => sentence.keep && sentence.text).map((sentence) => sentence.text);

/** Give all sentences the verdicts of the checker. */
export async function check() {
  const { text, places } = storyText();
  if (!text) return;
  const { verdicts } = await json("/v1/check", { table: model.game.table, text, season: model.settings.season });
  placeClaims(verdicts, places);
  changed();
}
