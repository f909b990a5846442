// The plan as cards: a card is a sentence with its facts. Cards can be moved and removed, and so can facts.
import { el } from "./dom.js";
import { keepingFocus } from "./focus.js";
import { change, model } from "./model.js";

/** Show the plan; `choose(number)` is called when a card is chosen. */
export function showPlan(root, choose) {
  keepingFocus(root, "data-action", () => root.replaceChildren(...model.plan.map((card, number) => shown(card, number, choose))));
}

function shown(card, number, choose) {
  const facts = card.facts.map((fact, at) =>
    el("li", {}, el("span", {}, fact.name, ", ", fact.label, " ", el("b", {}, fact.value)),
      el("button", { class: "small", "aria-label": `Remove ${fact.name}, ${fact.label}`, "data-action": `remove ${number} ${at}`, onclick: (event) => (event.stopPropagation(), removeFact(number, at)) }, "×")),
  );
  const tool = (label, text, action, disabled) =>
    el("button", { class: "small", "aria-label": `${label} sentence ${number + 1}`, "data-action": `${label} ${number}`, disabled, onclick: (event) => (event.stopPropagation(), action()) }, text);
  return el(
    "li", { class: model.card === number ? "card chosen" : "card", "data-card": number, onclick: () => choose(number) },
    el("div", { class: "head" },
      el("button", { class: "name", "aria-pressed": String(model.card === number), "data-action": `choose ${number}` }, `Sentence ${number + 1}`),
      tool("Move up", "↑", () => move(number, number - 1), number === 0),
      tool("Move down", "↓", () => move(number, number + 1), number === model.plan.length - 1),
      tool("Remove", "×", () => remove(number), false)),
    card.given ? el("q", { dir: "auto" }, card.given) : "",
    facts.length ? el("ul", {}, ...facts) : card.given ? "" : el("p", { class: "hint" }, "no facts yet"),
  );
}

function move(from, to) {
  change(() => {
    const [card] = model.plan.splice(from, 1);
    model.plan.splice(to, 0, card);
    model.card = to;
  });
}

function remove(number) {
  change(() => {
    model.plan.splice(number, 1);
    model.card = Math.max(0, Math.min(model.card, model.plan.length - 1));
  });
}

function removeFact(number, at) {
  change(() => model.plan[number].facts.splice(at, 1));
}

/** Add an empty card at the end, and choose it. */
export function addCard() {
  change(() => {
    model.plan.push({ facts: [], paragraph: false });
    model.card = model.plan.length - 1;
  });
}
