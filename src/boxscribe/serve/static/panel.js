// What is behind the chosen sentence or cell, and what can be done with it.
import { el } from "./dom.js";
import { model } from "./model.js";
import { isOwn } from "./sheets.js";

const ORIGINS = {
  best: "the model's best sentence, verified",
  lower: "the model's best sentence was refused; this is the next one",
  shortened: "the model's sentence without the words after its last fact",
  again: "searched again without the words that were refused",
  fixed: "a fixed sentence, because all that the model wrote was refused",
  kept: "kept as it is",
  edited: "edited by hand",
};

/** Show what is chosen; `actions` has what its buttons do. */
export function showPanel(root, actions) {
  const { chosen } = model;
  root.hidden = !chosen || chosen.kind === "card";
  if (root.hidden) return root.replaceChildren();
  const content = chosen.kind === "sentence" ? aboutSentence(chosen.number, actions) : aboutCell(chosen.cell, actions);
  return root.replaceChildren(el("button", { class: "close", "aria-label": "Close", onclick: actions.close }, "×"), ...content);
}

function aboutSentence(number, actions) {
  const sentence = model.sentences[number];
  if (!sentence) return [];
  if (model.chosen.editing) return editor(number, sentence, actions);
  const facts = sentence.facts.map((fact) => el("li", {}, fact.name, ", ", fact.label, ": ", el("b", {}, fact.value)));
  const faults = (sentence.claims ?? []).filter((claim) => ["contradicted", "unsupported"].includes(claim.status));
  return [
    el("h2", {}, `Sentence ${number + 1}`),
    el("p", { class: "hint" }, ORIGINS[sentence.origin] ?? ""),
    ...(faults.length ? [el("ul", { class: "faults" }, ...faults.map((claim) => el("li", {}, el("b", { class: `claim ${claim.status}` }, sentence.text.slice(claim.start, claim.end)), ` ${claim.status}: ${claim.reason}`)))] : []),
    ...(facts.length ? [el("ul", { class: "facts" }, ...facts)] : []),
    el("p", { class: "actions" },
      el("button", { id: "keep", "aria-pressed": String(Boolean(sentence.keep)), onclick: () => actions.keep(number) }, sentence.keep ? "Kept" : "Keep"),
      el("button", { id: "edit", onclick: () => actions.edit(number) }, "Edit by hand"),
      el("button", { id: "rewrite", onclick: () => actions.rewrite(number) }, "Write again"),
      el("button", { id: "strike", onclick: () => actions.strike(number) }, "Strike"),
    ),
  ];
}

function editor(number, sentence, actions) {
  const field = el("textarea", { id: "sentence-text", rows: 3, "aria-label": `Sentence ${number + 1}`, maxlength: 2000 });
  field.value = sentence.text;
  const done = () => actions.edited(number, field.value.replace(/\s+/g, " ").trim());
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey) (event.preventDefault(), done());
  });
  requestAnimationFrame(() => field.focus());
  return [el("h2", {}, `Sentence ${number + 1}`), field, el("p", { class: "actions" }, el("button", { id: "edited", class: "primary", onclick: done }, "Check and use it"))];
}

function aboutCell(cell, actions) {
  const field = el("input", { id: "cell-value", value: cell.value, maxlength: 200, "aria-label": `${cell.name}, ${cell.label}` });
  const own = isOwn(model.game.table, cell);
  const owner = model.game.entities.find((entity) => entity.id === cell.entity);
  const change = (event) => {
    event.preventDefault();
    actions.changeCell(cell, field.value.trim());
  };
  return [
    el("h2", {}, `${cell.name}: ${cell.label}`),
    own
      ? el("form", { class: "actions", onsubmit: change }, field, el("button", { id: "change-cell" }, "Change"))
      : el("p", {}, el("b", {}, cell.value), " ", el("span", { class: "hint" }, "computed from other cells")),
    el("p", { class: "actions" },
      el("button", { id: "add-fact", class: "primary", onclick: () => actions.addFact(cell) }, `Add to sentence ${model.card + 1} of the plan`),
      ...(owner?.kind === "player" ? [el("button", { id: "drop-entity", onclick: () => actions.dropEntity(cell.entity) }, `Leave ${cell.name} out of the plan`)] : []),
    ),
  ];
}
