// The story: its sentences with the verdicts on their claims. A sentence can be chosen, and has the focus of the keyboard.
import { el } from "./dom.js";
import { keepingFocus } from "./focus.js";
import { model, told } from "./model.js";

export const WRONG = ["contradicted", "unsupported"];

export const isWrong = (sentence) => (sentence.claims ?? []).some((claim) => WRONG.includes(claim.status));

/** Show the story; `choose(number)` is called when a sentence is chosen, and `actions` has what keys do with one. */
export function showStory(root, choose, actions) {
  const paragraphs = [[]];
  let begins = false; // whether a paragraph does
  model.sentences.forEach((sentence, number) => {
    begins ||= sentence.paragraph;
    if (!sentence.text) return;
    if (begins && paragraphs.at(-1).length) paragraphs.push([]);
    begins = false;
    paragraphs.at(-1).push(shown(sentence, number, choose, actions));
  });
  const filled = paragraphs.filter((sentences) => sentences.length);
  const empty = el("p", { class: "empty" }, model.writing ? "The first sentence is on its way …" : "No story yet. Choose what it is to be like, and write it.");
  const written = filled.map((sentences) => el("p", { dir: "auto" }, ...sentences.flatMap((one, at) => (at ? [" ", one] : [one]))));
  keepingFocus(root, "data-sentence", () => root.replaceChildren(...(filled.length ? written : [empty])));
}

function shown(sentence, number, choose, actions) {
  const { chosen } = model;
  const pressed = chosen?.kind === "sentence" && chosen.number === number;
  const lit = pressed || (chosen?.kind === "cell" && chosen.stated.includes(number));
  const notes = [isWrong(sentence) && "has a claim that is not supported", sentence.keep && "kept", sentence.struck && "struck"].filter(Boolean);
  const parts = withClaims(sentence);
  const read = parts.map((part) => part.textContent ?? part).join(""); // all that is seen, also what would be right
  return el(
    "span", {
      class: ["sentence", lit && "lit", sentence.keep && "keep", sentence.struck && "struck", isWrong(sentence) && "wrong"].filter(Boolean).join(" "),
      role: "button", tabindex: 0, "aria-pressed": String(pressed), "data-sentence": number, "aria-keyshortcuts": "Alt+ArrowUp Alt+ArrowDown Delete",
      "aria-label": `Sentence ${number + 1}: ${read}${notes.length ? ` (${notes.join(", ")})` : ""}`,
      onclick: () => choose(number), onkeydown: (event) => onKey(event, number, choose, actions),
    },
    ...parts,
  );
}

/** Enter chooses a sentence, Delete strikes it or puts it back, Alt with an arrow key moves it. */
async function onKey(event, number, choose, actions) {
  const step = event.altKey && { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose(number);
  } else if (event.key === "Delete" && !model.writing) {
    actions[told(model.sentences[number]) ? "strike" : "putBack"](number);
  } else if (step && !model.writing) {
    event.preventDefault();
    const root = event.currentTarget.closest(".prose");
    actions.move(number, step);
    root.querySelector(`[data-sentence="${model.chosen?.number}"]`)?.focus();
  }
}

function withClaims({ text, claims = [] }) {
  const parts = [];
  let at = 0;
  for (const claim of claims) {
    if (claim.start < at) continue;
    parts.push(text.slice(at, claim.start));
    parts.push(el("mark", { class: `claim ${claim.status}`, title: `${claim.status}: ${claim.reason}` }, text.slice(claim.start, claim.end)));
    if (WRONG.includes(claim.status) && claim.repair) parts.push(" ", el("ins", { "aria-hidden": "true" }, claim.repair));
    at = claim.end;
  }
  return [...parts, text.slice(at)];
}

/** Give each sentence the verdicts on its claims. */
export function placeClaims(verdicts, places) {
  model.sentences.forEach((sentence, number) => {
    const place = places[number];
    sentence.claims = place
      ? verdicts
          .filter((verdict) => verdict.char_start >= place[0] && verdict.char_start < place[1])
          .map((verdict) => ({ ...verdict, start: verdict.char_start - place[0], end: verdict.char_end - place[0] }))
      : [];
  });
}
