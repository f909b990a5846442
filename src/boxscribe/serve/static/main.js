// The page on which people make stories: what the buttons do, and what is shown when the model changes.
import { json } from "./api.js";
import { showEditor } from "./cell.js";
import { chooseGame, chooseSaved } from "./choose.js";
import { el } from "./dom.js";
import { addEntity, changeCell, removeEntity } from "./game.js";
import { showInside } from "./inside.js";
import { canUndo, change, changed, forgetUndone, model, numberOf, onChange, planBody, sameFact, told, undo } from "./model.js";
import { showPanel } from "./panel.js";
import { addCard, showPlan } from "./plan.js";
import { showPublish } from "./publish.js";
import * as sentences from "./sentences.js";
import { inWords, read as readSettings, setModels, showSettings } from "./settings.js";
import { focusCell, light, showProblems, showSheets, statedIn } from "./sheets.js";
import { isWrong, showStory } from "./story.js";
import { showSuggestions } from "./suggest.js";
import { forgetVersions, hasRoom, showSaved, showVersions, writeBeside } from "./versions.js";
import { cardsOf, check, stop, write } from "./write.js";

const $ = (id) => document.getElementById(id);
let shownTable = null;
let shownPlan = "";

function say(text) {
  $("status").textContent = text;
}

function fail(error) {
  $("notice").textContent = error.message;
  $("notice").hidden = false;
}

/** An action whose errors are shown. */
const guarded = (action) => async (...values) => {
  $("notice").hidden = true;
  try {
    await action(...values);
  } catch (error) {
    fail(error);
    if (!(error instanceof Error)) throw error;
  }
};

function show() {
  if (!model.game) return;
  $("heading").textContent = model.game.title;
  $("about").textContent = model.game.about;
  document.title = `${model.game.title} · boxscribe`;
  showStory($("story"), chooseSentence, actions);
  showPlan($("plan"), chooseCard);
  showPanel($("panel"), actions);
  const plan = JSON.stringify(model.plan);
  if (shownTable !== model.game || shownPlan !== plan) {
    showSheets($("sheets"), chooseCell, chooseSheet);
    showProblems($("problems"));
    [shownTable, shownPlan] = [model.game, plan];
  } else light($("sheets"));
  showEditor($("sheets"), actions);
  showVersions($("versions"), guarded);
  showSuggestions($("suggestions"), guarded);
  showInside($("inside"), chooseSentence);
  showPublish($("publish"), say, fail);
  $("undo").disabled = !canUndo();
  $("write").disabled = $("follow").disabled = model.writing;
  $("follow").disabled ||= !model.plan.some((card) => card.facts.length);
  $("write-beside").disabled = model.writing || !hasRoom() || !model.sentences.some(told);
  $("stop").hidden = !model.writing;
  const wrong = model.sentences.filter((sentence) => told(sentence) && isWrong(sentence)).length;
  say(model.writing ? "Writing …" : "");
  if (wrong && !model.writing) {
    const again = el("button", { id: "rewrite-wrong", class: "small", onclick: () => actions.rewrite() }, wrong === 1 ? "Write it again" : "Write them again");
    $("status").append(`${wrong === 1 ? "1 sentence has" : `${wrong} sentences have`} a claim that the table does not support. `, again);
  }
}

function chooseSentence(number) {
  model.chosen = { kind: "sentence", number };
  changed();
}

function chooseCell(cell) {
  model.chosen = { kind: "cell", cell, key: `${numberOf(cell.entity)} ${cell.type}`, stated: statedIn(cell) };
  changed();
}

/** Choose the end of a sheet, where a player is added. */
function chooseSheet(sheet) {
  model.chosen = { kind: "new", sheet };
  changed();
}

function chooseCard(number) {
  model.card = number;
  model.chosen = { kind: "card", number };
  changed();
}

const actions = {
  close: () => {
    const { key } = model.chosen;
    model.chosen = null;
    changed();
    if (key) focusCell($("sheets"), key);
  },
  keep: sentences.keep,
  edit: sentences.edit,
  strike: guarded(sentences.strike),
  putBack: guarded(sentences.putBack),
  move: guarded(sentences.move),
  edited: guarded(sentences.edited),
  mend: guarded(sentences.mend),
  rewrite: guarded(sentences.rewrite),
  changeCell: guarded(async (cell, value) => {
    await changeCell(cell, value);
    focusCell($("sheets"), `${numberOf(cell.entity)} ${cell.type}`);
    await check();
  }),
  addEntity: guarded(async (...entity) => {
    await addEntity(...entity);
    await check();
  }),
  removeEntity: guarded(async (id) => {
    await removeEntity(id);
    await check();
  }),
  addFact: (cell) =>
    change(() => {
      for (const card of model.plan) card.facts = card.facts.filter((fact) => !sameFact(fact, cell));
      if (!model.plan[model.card]) model.plan.push({ facts: [], paragraph: false });
      (model.plan[model.card] ?? model.plan.at(-1)).facts.push(cell);
    }),
  dropEntity: (id) =>
    change(() => {
      model.plan = model.plan.map((card) => ({ ...card, facts: card.facts.filter((fact) => fact.entity !== id) })).filter((card) => card.facts.length);
      model.chosen = null;
    }),
};

const startWriting = guarded(async () => {
  model.settings = readSettings($("settings"));
  await write();
});

const wishes = { write: startWriting, stop, beside: guarded(() => writeBeside(readSettings($("settings")))) };

const followPlan = guarded(async () => {
  model.settings = readSettings($("settings"));
  await write(withKept());
});

/** The cards; a sentence that is kept stands at the first card that has a fact of it, or at the end. */
function withKept() {
  const items = model.plan.map((card) => ({ ...card }));
  for (const sentence of model.sentences.filter((one) => one.keep && told(one))) {
    const place = items.find((item) => !item.given && item.facts.some((fact) => sentence.facts.some((other) => sameFact(fact, other))));
    if (place) place.given = sentence.text;
    else items.push({ facts: [], paragraph: false, given: sentence.text });
  }
  return items;
}

function open(game) {
  stop();
  Object.assign(model, { game, plan: [], sentences: [], chosen: null, card: 0, saved: null, label: "", trace: null });
  forgetVersions();
  forgetUndone();
  history.replaceState(null, "", "/");
  showSettings($("settings"), wishes);
  changed();
}

const save = guarded(async () => {
  const sentences = model.sentences.map(({ text, facts, origin, paragraph, keep, struck }) => ({ text, facts, origin, paragraph: Boolean(paragraph), keep: Boolean(keep), struck: Boolean(struck) }));
  const settings = readSettings($("settings"));
  const body = { title: model.game.title, table: model.game.table, settings, plan: planBody().plan, sentences };
  const { id } = model.saved ? await json(`/v1/saved/${model.saved}`, body, { method: "PUT" }) : await json("/v1/saved", body);
  model.saved = id;
  history.replaceState(null, "", `/story/${id}`);
  say("Saved. The address of this page restores it.");
});

const restore = guarded(async (id) => {
  const saved = await json(`/v1/saved/${encodeURIComponent(id)}`);
  open(await json("/v1/tables", { source: saved.table }));
  const { sentences, settings } = saved;
  Object.assign(model, { sentences, settings, saved: id, plan: cardsOf(sentences), label: inWords(settings) });
  history.replaceState(null, "", `/story/${id}`);
  showSettings($("settings"), wishes);
  changed();
  await check();
});

$("choose").onclick = guarded(() => chooseGame(open, fail));
$("recent").onclick = guarded(() => chooseSaved(restore, hasRoom() && guarded(showSaved)));
$("save").onclick = save;
$("undo").onclick = undo;
$("follow").onclick = followPlan;
$("add-card").onclick = addCard;
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select");
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !typing) (event.preventDefault(), undo());
  if (event.key === "Escape" && model.chosen && !$("dialog").open) actions.close();
});
onChange(show);

guarded(async () => {
  setModels(await json("/v1/models"));
  const saved = location.pathname.match(/^\/story\/([\w-]+)$/);
  if (saved) await restore(saved[1]);
  if (!model.game) open(await json("/v1/examples/0"));
})();
