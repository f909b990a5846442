// The story: its sentences with the verdicts on their claims. A sentence can be chosen, and has the focus of the keyboard.
import { el } from "./dom.js";
import { model } from "./model.js";

const WRONG = ["contradicted", "unsupported"];

export const isWrong = (sentence) => (sentence.claims ?? []).some((claim) => WRONG.includes(claim.status));

/** Show the story; `choose(number)` is called when a sentence is chosen. */
export function showStory(root, choose) {
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.sentence : undefined;
  const paragraphs = [[]];
  model.sentences.forEach((sentence, number) => {
    if (!sentence.text) return;
    if (sentence.paragraph && paragraphs.at(-1).length) paragraphs.push([]);
    paragraphs.at(-1).push(shown(sentence, number, choose));
  });
  const filled = paragraphs.filter((sentences) => sentences.length);
  root.replaceChildren(...filled.map((sentences) => el("p", { dir: "auto" }, ...sentences.flatMap((one, at) => (at ? [" ", one] : [one])))));
  if (!filled.length) root.append(el("p", { class: "empty" }, model.writing ? "The first sentence is on its way …" : "No story yet. Choose what it is to be like, and write it."));
  if (focused !== undefined) root.querySelector(`[data-sentence="${focused}"]`)?.focus({ preventScroll: true });
}

function shown(sentence, number, choose) {
  const { chosen } = model;
  const lit = (chosen?.kind === "sentence" && chosen.number === number) || (chosen?.kind === "cell" && chosen.stated.includes(number));
  const select = () => choose(number);
  const parts = withClaims(sentence);
  const read = parts.map((part) => part.textContent ?? part).join(""); // all that is seen, also what would be right
  return el(
    "span", {
      class: ["sentence", lit && "lit", sentence.keep && "keep", isWrong(sentence) && "wrong"].filter(Boolean).join(" "),
      role: "button", tabindex: 0, "aria-pressed": String(chosen?.kind === "sentence" && chosen.number === number), "data-sentence": number,
      "aria-label": `Sentence ${number + 1}: ${read}${isWrong(sentence) ? " (has a claim that is not supported)" : ""}${sentence.keep ? " (kept)" : ""}`,
      onclick: select, onkeydown: (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), select()),
    },
    ...parts,
  );
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
