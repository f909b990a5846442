// The screen of a quality task: two summaries side by side, and a choice between them for each question.
import { el, paragraphs } from "./dom.js";

const CHOICES = ["A", "B"];

/** {heading, content, controls, isComplete, defaults} of a screen; `save(question, value)` is called at every click. */
export function qualityScreen({ texts }, answers, save, questions) {
  const given = { ...answers };
  const pair = texts.map((text, at) =>
    el("section", { class: "summary", "aria-labelledby": `summary-${at}` },
      el("h2", { id: `summary-${at}` }, `Summary ${CHOICES[at]}`), ...paragraphs(text)),
  );
  const fieldsets = Object.entries(questions).map(([question, words]) =>
    el(
      "fieldset", { class: "question", id: question },
      el("legend", {}, words),
      el("div", { class: "choices" }, ...CHOICES.map((choice) =>
        el(
          "label", {},
          el("input", {
            type: "radio", name: question, value: choice, checked: given[question] === choice,
            onchange: () => {
              given[question] = choice;
              save(question, choice);
            },
          }),
          el("span", {}, choice),
        ),
      )),
    ),
  );
  return {
    heading: "Which summary is better?",
    content: [el("div", { class: "pair" }, ...pair)],
    controls: el("div", { class: "questions" }, ...fieldsets),
    isComplete: () => Object.keys(questions).every((question) => question in given),
    defaults: {},
  };
}
