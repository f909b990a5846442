// The wishes for a story: model, style, length, focus, season, verified or free.
import { el } from "./dom.js";
import { model } from "./model.js";

let models = [];
let season = false; // whether the server has one

export function setModels(listed) {
  models = listed.models;
  season = listed.season;
}

export const hasSeason = () => season;

const own = () => models.filter((one) => one.domain === null || one.domain === model.game.table.domain);

/** The fields, and the buttons that write: `write` the story, `beside` another version of it. */
export function showSettings(root, { write, stop, beside }) {
  const chosen = own().find((one) => one.name === model.settings.model) ?? own().find((one) => one.default) ?? own()[0];
  const styles = Object.entries(chosen.styles);
  const names = el("select", { id: "model" }, ...own().map((one) => el("option", { value: one.name, selected: one === chosen }, one.name)));
  names.addEventListener("change", () => {
    model.settings = { ...read(root), model: names.value };
    showSettings(root, { write, stop, beside });
  });
  const field = (id, label, input) => el("span", { class: "field" }, el("label", { for: id }, label), input);
  const { style, words, focus, free, season: wanted } = model.settings;
  root.replaceChildren(
    field("model", "Model", names),
    ...(styles.length
      ? [
          field("style", "Style", el("select", { id: "style" }, el("option", { value: "" }, "any"), ...styles.map(([name, about]) => el("option", { value: name, title: about, selected: name === style }, name)))),
          field("words", "Words", el("input", { id: "words", type: "number", min: 20, max: 1000, step: 10, placeholder: "any", value: words ?? "" })),
          field("focus", "Focus", el("input", { id: "focus", placeholder: "Jokic, Nuggets defence", maxlength: 500, value: focus ?? "" })),
          field("free", "Free", el("input", { id: "free", type: "checkbox", checked: Boolean(free), title: "Write as the model likes, without verifying sentences" })),
        ]
      : []),
    ...(hasSeason() ? [field("season", "Season", el("input", { id: "season", type: "checkbox", checked: wanted !== false, title: "Use the season around the game, where the server has it" }))] : []),
    field("look-inside", "Look inside", el("input", { id: "look-inside", type: "checkbox", checked: model.inside, title: "Show attention and memory of the model, word by word", onchange: (event) => (model.inside = event.target.checked) })),
    el("button", { id: "write", class: "primary", type: "submit" }, "Write"),
    el("button", { id: "write-beside", type: "button", title: "Write another version by these wishes, and show what differs", onclick: beside }, "Write beside"),
    el("button", { id: "stop", type: "button", hidden: true, onclick: stop }, "Stop"),
  );
  root.onsubmit = (event) => {
    event.preventDefault();
    write();
  };
}

/** The wishes that are filled in. */
export function read(root) {
  const value = (id) => root.querySelector(`#${id}`)?.value.trim() || undefined;
  const words = Number(value("words")) || undefined;
  const free = root.querySelector("#free")?.checked || undefined;
  const season = root.querySelector("#season")?.checked === false ? false : undefined;
  return JSON.parse(JSON.stringify({ model: value("model"), style: value("style"), words, focus: value("focus"), free, season }));
}

/** Wishes in a few words. */
export const inWords = ({ model: name, style, words, focus, free, season }) =>
  [name, style, words && `${words} words`, focus && `focus ${focus}`, free && "free", season === false && "without season"].filter(Boolean).join(" · ");
