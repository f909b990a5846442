// The screen of a facts task: a sentence, the tables of its game with the rows of the named entities highlighted, and
// two counters.
import { el } from "./dom.js";

const QUESTIONS = [
  ["supporting", "Supporting facts", "The tables confirm them"],
  ["contradicting", "Contradicting facts", "The tables contradict them"],
];
const MAX = 99;

/** {heading, content, controls, isComplete, defaults} of a screen; `save(question, value)` is called at every click. */
export function factsScreen({ parts, sheets }, answers, save) {
  const named = new Set(parts.map(([, entity]) => entity).filter((entity) => entity !== null));
  const sentence = el(
    "blockquote",
    { class: "sentence", dir: "auto", id: "sentence" },
    ...parts.map(([words, entity]) => (entity === null ? words : el("mark", {}, words))),
  );
  const counters = QUESTIONS.map(([question, label, hint]) =>
    counter(question, label, hint, Number(answers[question] ?? 0), save),
  );
  return {
    heading: "How many facts does this sentence state?",
    content: [sentence, el("div", { class: "sheets" }, ...sheets.map((sheet) => grid(sheet, named)))],
    controls: el("div", { class: "counters" }, ...counters),
    isComplete: () => true,
    defaults: Object.fromEntries(QUESTIONS.map(([question]) => [question, 0])),
  };
}

function counter(question, label, hint, start, save) {
  let count = start;
  const shown = el("output", {
    role: "spinbutton", tabindex: 0, id: question, "aria-label": label, "aria-describedby": "sentence",
    "aria-valuemin": 0, "aria-valuemax": MAX,
  });
  const less = el("button", { type: "button", "aria-label": `Fewer ${label.toLowerCase()}`, onclick: () => set(count - 1) }, "−");
  const more = el("button", { type: "button", "aria-label": `More ${label.toLowerCase()}`, onclick: () => set(count + 1) }, "+");
  const show = () => {
    shown.textContent = count;
    shown.setAttribute("aria-valuenow", count);
    less.disabled = count === 0;
  };
  const set = (value) => {
    const clamped = Math.min(MAX, Math.max(0, value));
    if (clamped === count) return;
    count = clamped;
    show();
    save(question, count);
  };
  shown.addEventListener("keydown", (event) => {
    const step = { ArrowUp: 1, ArrowRight: 1, "+": 1, ArrowDown: -1, ArrowLeft: -1, "-": -1 }[event.key];
    const digit = /^[0-9]$/.test(event.key) ? Number(event.key) : null;
    if (step === undefined && digit === null) return;
    event.preventDefault();
    set(digit ?? count + step);
  });
  show();
  return el(
    "div", { class: `counter ${question}` },
    el("div", { class: "label" }, el("strong", {}, label), el("small", {}, hint)),
    el("div", { class: "stepper" }, less, shown, more),
  );
}

function grid({ title, columns, text, rows, entities }, named) {
  const isNamed = (at) => named.has(entities[at]);
  if (!columns.length) {
    const names = rows.flatMap(([name], at) => [at ? ", " : ": ", isNamed(at) ? el("mark", {}, name) : name]);
    return el("p", { class: "idle" }, el("strong", {}, title), ...names);
  }
  const alignment = (at) => (text[at] ? "text" : null);
  const head = el("tr", {}, el("td"), ...columns.map(([name, label], at) => el("th", { scope: "col", title: label, class: alignment(at) }, name)));
  const body = rows.map(([name, ...cells], row) =>
    el(
      "tr", { class: isNamed(row) ? "named" : null },
      el("th", { scope: "row", dir: "auto" }, name),
      ...cells.map((cell, at) => el("td", { class: alignment(at) }, cell)),
    ),
  );
  const table = el("table", {}, el("caption", {}, title), el("thead", {}, head), el("tbody", {}, ...body));
  return el("div", { class: "sheet scroll", tabindex: 0, role: "region", "aria-label": title }, table);
}
