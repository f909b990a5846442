// Unusual facts of the game as suggestions: one click puts them into the plan. They are asked for when the list is opened.
import { json } from "./api.js";
import { el } from "./dom.js";
import { keepingFocus } from "./focus.js";
import { change, model, sameFact } from "./model.js";

let asked = null; // the game whose suggestions are shown, or on their way
let listed = null;

/** Show the suggestions in a <details>, if it is open; `guarded` shows the errors of an action. */
export function showSuggestions(root, guarded) {
  root.ontoggle = () => showSuggestions(root, guarded);
  const list = root.querySelector("ul");
  if (!root.open) return;
  if (asked !== model.game) {
    [asked, listed] = [model.game, null];
    guarded(ask)(root, guarded);
  }
  const items = listed?.map((one, number) => shown(one, number)) ?? [el("li", { class: "hint" }, "Looking at the game and its season …")];
  keepingFocus(root, "data-suggestion", () => list.replaceChildren(...(items.length ? items : [el("li", { class: "hint" }, "Nothing unusual is known of this game.")])));
}

async function ask(root, guarded) {
  const { game } = model;
  try {
    const { suggestions } = await json("/v1/suggestions", { table: game.table, season: model.settings.season });
    if (asked === game) listed = suggestions;
  } catch (error) {
    if (asked === game) listed = [];
    throw error;
  }
  showSuggestions(root, guarded);
}

/** The facts of a suggestion that the plan has. */
const planned = ({ facts }) => facts.filter((fact) => model.plan.some((card) => card.facts.some((other) => sameFact(fact, other))));

const isPlanned = (one) => (one.text ? model.plan.some((card) => card.given === one.text) : planned(one).length === one.facts.length);

function shown(one, number) {
  const done = isPlanned(one);
  const words = one.text || one.facts.map((fact) => `${fact.name}, ${fact.label}: ${fact.value}`).join("; ");
  const sources = one.sources.length ? [el("details", {}, el("summary", {}, "Where it comes from"), el("ul", {}, ...one.sources.map((source) => el("li", { dir: "auto" }, source))))] : [];
  return el("li", {},
    el("button", { class: "small", "data-suggestion": number, "aria-label": `Add to the plan: ${words}`, disabled: done, onclick: () => add(one) }, done ? "In the plan" : "Add"),
    el("div", {}, el("span", { dir: "auto" }, words), " ", el("span", { class: "hint" }, one.why), ...sources));
}

/** Add a card: behind the last one about the same entity, or at the end. Facts that are planned stay where they are. */
function add(one) {
  change(() => {
    const facts = one.facts.filter((fact) => !planned(one).includes(fact));
    const last = model.plan.findLastIndex((card) => card.facts.some((fact) => fact.entity === one.about));
    model.card = last < 0 ? model.plan.length : last + 1;
    model.plan.splice(model.card, 0, { facts, paragraph: false, ...(one.text && { given: one.text }) });
  });
}
