// Versions of the story side by side: written by other wishes or another model, or saved before. Words that differ are marked.
import { json } from "./api.js";
import { common, wordsOf } from "./diff.js";
import { el } from "./dom.js";
import { keepingFocus } from "./focus.js";
import { change, changed, model, storyText } from "./model.js";
import { inWords } from "./settings.js";
import { WRONG } from "./story.js";
import { cardsOf, check } from "./write.js";

const MOST = 3;
const checked = new WeakMap(); // a version → the game against which it was checked
let pending = []; // {label, abort}: those that are being written

export const hasRoom = () => model.versions.length + pending.length < MOST;

/** Write a version by these wishes; the story stays as it is. */
export async function writeBeside(settings) {
  const one = { label: inWords(settings), abort: new AbortController() };
  const { game } = model;
  pending.push(one);
  changed();
  try {
    const { sentences } = await json("/v1/stories", { ...settings, table: game.table }, { signal: one.abort.signal });
    if (model.game === game) add({ label: one.label, sentences });
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  } finally {
    pending = pending.filter((other) => other !== one);
    changed();
  }
}

/** Show a saved story beside this one. */
export async function showSaved(id) {
  const { sentences, settings } = await json(`/v1/saved/${encodeURIComponent(id)}`);
  if (hasRoom()) add({ label: `saved · ${inWords(settings)}`, sentences });
}

export function forgetVersions() {
  for (const { abort } of pending) abort.abort();
  model.versions = [];
}

const add = ({ label, sentences }) => change(() => model.versions.push({ label, sentences }));

/** Trade a version with the story. */
async function use(at) {
  const version = model.versions[at];
  change(() => {
    model.versions[at] = { label: model.label, sentences: model.sentences };
    Object.assign(model, { label: version.label, sentences: version.sentences, plan: cardsOf(version.sentences), trace: null, chosen: null });
  });
  await check();
}

/** Show the story and its versions, a column each; `guarded` shows the errors of an action. */
export function showVersions(root, guarded) {
  root.hidden = !model.versions.length && !pending.length;
  if (root.hidden) return root.replaceChildren();
  const texts = [model, ...model.versions].map(({ sentences }) => storyText(sentences).text);
  const [own, ...others] = texts.map(wordsOf);
  const pairs = others.map((words) => common(own, words));
  const shared = own.map((_, at) => !pairs.length || pairs.some(([inOwn]) => inOwn[at]));
  const column = (label, text, same, ...more) => el("section", {}, el("h3", { dir: "auto" }, label), ...more, el("div", { class: "prose" }, ...marked(text, same)));
  const columns = model.versions.map((version, at) =>
    column(version.label, texts[at + 1], pairs[at][1], el("p", { class: "hint" }, about(version, others[at])),
      el("p", { class: "actions" },
        el("button", { class: "small", "data-version": `use ${at}`, "aria-label": `Use this one: ${version.label}`, disabled: model.writing, onclick: guarded(() => use(at)) }, "Use this one"),
        el("button", { class: "small", "data-version": `remove ${at}`, "aria-label": `Remove ${version.label}`, onclick: () => change(() => model.versions.splice(at, 1)) }, "×"))));
  const waiting = pending.map(({ label, abort }) =>
    el("section", {}, el("h3", { dir: "auto" }, label), el("p", { role: "status" }, "Writing … "), el("button", { class: "small", onclick: () => abort.abort() }, "Stop")));
  const story = column(`This story${model.label ? ` · ${model.label}` : ""}`, texts[0], shared, el("p", { class: "hint" }, `${own.length} words`));
  const hint = el("p", { class: "hint" }, "Marked words are not in this story; in this story, those that no version has.");
  return keepingFocus(root, "data-version", () => root.replaceChildren(el("h2", {}, "Versions"), hint, el("div", { class: "columns" }, story, ...columns, ...waiting)));
}

/** How long a version is, and what the checker says of it, as soon as that is known. */
function about(version, words) {
  if (checked.get(version) !== model.game) {
    checked.set(version, model.game);
    verify(version);
  }
  if (!version.found) return `${words.length} words`;
  const { faults, unknown } = version.found;
  const judged = faults.length ? `not supported: ${faults.join(", ")}` : "no false claim";
  return [`${words.length} words`, judged, ...(unknown ? [`${unknown} that the table cannot judge`] : [])].join(", ");
}

async function verify(version) {
  const { text } = storyText(version.sentences);
  if (!text) return;
  const { verdicts } = await json("/v1/check", { table: model.game.table, text, season: model.settings.season });
  version.found = {
    faults: verdicts.filter(({ status }) => WRONG.includes(status)).map(({ char_start, char_end }) => text.slice(char_start, char_end)),
    unknown: verdicts.filter(({ status }) => status === "unknown").length,
  };
  changed();
}

/** The paragraphs of a text; words that are not the `same` in the other text are marked. */
function marked(text, same) {
  let at = 0;
  return text.split("\n\n").map((paragraph) => {
    const runs = [];
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const differs = !same[at++];
      if (runs.at(-1)?.differs === differs) runs.at(-1).words.push(word);
      else runs.push({ differs, words: [word] });
    }
    const shown = runs.map(({ differs, words }) => (differs ? el("mark", { class: "differs" }, words.join(" ")) : words.join(" ")));
    return el("p", { dir: "auto" }, ...shown.flatMap((one, number) => (number ? [" ", one] : [one])));
  });
}
