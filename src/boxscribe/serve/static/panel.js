// What is behind the chosen sentence, and what can be done with it.
import { el } from "./dom.js";
import { keepingFocus } from "./focus.js";
import { model } from "./model.js";
import { neighbour } from "./sentences.js";
import { WRONG } from "./story.js";

const ORIGINS = {
  best: "the model's best sentence, verified",
  lower: "the model's best sentence was refused; this is the next one",
  shortened: "the model's sentence without the words after its last fact",
  again: "searched again without the words that were refused",
  fixed: "a fixed sentence: the model does not read these facts, or all that it wrote was refused",
  kept: "kept as it is",
  edited: "edited by hand",
};

let proofIsOpen = false; // it stays so from sentence to sentence

/** Show what is chosen; `actions` has what its buttons do. */
export function showPanel(root, actions) {
  const { chosen } = model;
  root.hidden = chosen?.kind !== "sentence";
  if (root.hidden) return root.replaceChildren();
  const content = aboutSentence(chosen.number, actions);
  const close = el("button", { class: "close", id: "close", "aria-label": "Close", onclick: actions.close }, "×");
  return keepingFocus(root, "id", () => root.replaceChildren(close, ...content));
}

function aboutSentence(number, actions) {
  const sentence = model.sentences[number];
  if (!sentence) return [];
  if (model.chosen.editing) return editor(number, sentence, actions);
  const facts = sentence.facts.map((fact) => el("li", {}, fact.name, ", ", fact.label, ": ", el("b", {}, fact.value)));
  const button = (id, label, action, more = {}) => el("button", { id, onclick: () => action(number), ...more }, label);
  const movers = [[-1, "move-up", "Move up", "↑"], [1, "move-down", "Move down", "↓"]].map(([step, id, label, sign]) =>
    el("button", { id, "aria-label": label, title: `${label} (Alt ${sign})`, disabled: neighbour(number, step) < 0, onclick: () => actions.move(number, step) }, sign));
  const tools = sentence.struck
    ? [button("strike", "Put back", actions.putBack)]
    : [
        button("keep", sentence.keep ? "Kept" : "Keep", actions.keep, { "aria-pressed": String(Boolean(sentence.keep)) }),
        button("edit", "Edit by hand", actions.edit),
        button("rewrite", "Write again", actions.rewrite),
        button("strike", "Strike", actions.strike),
      ];
  return [
    el("h2", {}, `Sentence ${number + 1}`),
    el("p", { class: "hint" }, sentence.struck ? "struck: the story does not have it" : ORIGINS[sentence.origin] ?? ""),
    el("p", { class: "actions" }, ...tools, ...movers),
    ...aboutClaims(number, sentence, actions),
    ...(facts.length ? [el("h3", {}, "Facts of the plan"), el("ul", { class: "facts" }, ...facts)] : []),
  ];
}

/** The verdicts on the claims: what is wrong, with the repair; what is right, with the cells and games that prove it. */
function aboutClaims(number, { text, claims = [] }, actions) {
  const words = (claim) => el("b", { class: `claim ${claim.status}` }, text.slice(claim.start, claim.end));
  const faults = claims.filter((claim) => WRONG.includes(claim.status)).map((claim, at) =>
    el("li", {}, words(claim), ` ${claim.status}: ${claim.reason} `,
      claim.repair ? el("button", { class: "small", id: `mend-${at}`, onclick: () => actions.mend(number, claim) }, `Put ${claim.repair}`) : ""));
  const proven = claims.filter((claim) => claim.status === "supported").map((claim) =>
    el("li", {}, words(claim), claim.said ? ` ${[claim.subject, claim.said].filter(Boolean).join(": ")}` : "", el("ul", {}, ...claim.evidence.map((one) => el("li", { dir: "auto" }, one)))));
  const unknown = claims.filter((claim) => claim.status === "unknown").map((claim) => el("li", {}, words(claim), " is not in the table"));
  return [
    ...(faults.length ? [el("ul", { class: "faults" }, ...faults)] : []),
    ...(unknown.length ? [el("ul", { class: "unknown" }, ...unknown)] : []),
    ...(proven.length ? [el("details", { id: "proof", open: proofIsOpen, ontoggle: (event) => (proofIsOpen = event.target.open) },
      el("summary", { id: "proof-of" }, `${proven.length} ${proven.length === 1 ? "claim is" : "claims are"} supported: what proves ${proven.length === 1 ? "it" : "them"}`), el("ul", { class: "proof" }, ...proven))] : []),
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
