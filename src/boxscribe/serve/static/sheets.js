// The box score: cells can be chosen and changed, and those behind what is chosen light up.
import { el } from "./dom.js";
import { keepingFocus } from "./focus.js";
import { model, numberOf, sameFact } from "./model.js";
import { isSingle } from "./table.js";

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Show the box score of the game; `choose(cell)` is called when a cell is chosen, `add(sheet)` for a further player. */
export function showSheets(root, choose, add) {
  const planned = new Set(model.plan.flatMap((card) => card.facts.map((fact) => `${numberOf(fact.entity)} ${fact.type}`)));
  const sheets = model.game.sheets.map((sheet, number) => {
    if (!sheet.columns.length) return el("p", { class: "names" }, `${sheet.title}: ${sheet.rows.map(([name]) => name).join(", ")}`);
    const more = sheet.adds.length && el("button", { class: "small add", "data-cell": `add ${number}`, onclick: () => add(number) }, `Add to ${sheet.title}`);
    return el("div", { class: "sheet", "data-sheet": number }, grid(sheet, planned, choose), more || "");
  });
  keepingFocus(root, "data-cell", () => root.replaceChildren(...sheets));
  light(root);
}

function grid(sheet, planned, choose) {
  const { entities, problems, table } = model.game;
  const doubtful = (name) => problems.some((problem) => problem.field.startsWith(name));
  const head = el("tr", {}, el("td"), ...sheet.columns.map(([name, label], at) => el("th", { scope: "col", title: label, class: sheet.text[at] ? "text" : null }, name)));
  const rows = sheet.rows.map(([name, ...values], row) => {
    const entity = sheet.entities[row];
    const cells = values.map((value, at) => {
      const type = sheet.types[at];
      const cell = { entity: entities[entity].id, name: entities[entity].name, type, label: sheet.columns[at][1], value };
      cell.own = sheet.own && isSingle(table, cell);
      const select = () => (value || cell.own) && choose(cell);
      return el("td", {
        class: [sheet.text[at] && "text", planned.has(`${entity} ${type}`) && "used"].filter(Boolean).join(" ") || null,
        tabindex: -1, role: "gridcell", "data-cell": `${entity} ${type}`, "aria-label": `${name}, ${cell.label}: ${value || "none"}`,
        onclick: select, onkeydown: (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), select()),
      }, value);
    });
    return el("tr", { class: doubtful(name) ? "doubtful" : null }, el("th", { scope: "row", dir: "auto", "data-entity": entity }, name), ...cells);
  });
  const shown = el("table", { role: "grid", "aria-label": `${sheet.title} ${sheet.team}`, onkeydown: walk },
    el("caption", {}, sheet.title, ...(sheet.team ? [" ", el("small", {}, sheet.team)] : [])), el("thead", {}, head), el("tbody", {}, ...rows));
  shown.querySelector("td[data-cell]")?.setAttribute("tabindex", 0);
  return shown;
}

/** Arrow keys go from cell to cell. */
function walk(event) {
  const step = STEPS[event.key];
  const cell = event.target;
  if (!step || cell.dataset.cell === undefined) return;
  event.preventDefault();
  const rows = [...cell.closest("tbody").rows].filter((row) => !row.classList.contains("editor"));
  const next = rows[rows.indexOf(cell.parentNode) + step[0]]?.cells[cell.cellIndex + step[1]];
  if (next?.dataset.cell === undefined) return;
  cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/** Give a cell the focus of the keyboard. */
export const focusCell = (root, key) => root.querySelector(`td[data-cell="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });

/** Mark the cells behind what is chosen, and scroll to the first. */
export function light(root) {
  const keys = chosenCells();
  let first = null;
  for (const cell of root.querySelectorAll("td[data-cell]")) {
    const lit = keys.has(cell.dataset.cell);
    cell.classList.toggle("lit", lit);
    if (lit) first ??= cell;
  }
  if (first && model.chosen.kind !== "cell") root.scrollTo({ top: Math.max(0, first.offsetTop - root.clientHeight / 2), behavior: "instant" });
}

function chosenCells() {
  const { chosen } = model;
  if (!chosen) return new Set();
  const keys = (facts) => new Set(facts.map((fact) => `${numberOf(fact.entity)} ${fact.type}`));
  if (chosen.kind === "cell") return keys([chosen.cell]);
  if (chosen.kind === "card") return keys(model.plan[chosen.number]?.facts ?? []);
  const sentence = model.sentences[chosen.number];
  if (!sentence) return new Set();
  return keys([...sentence.facts, ...(sentence.claims ?? []).flatMap((claim) => claim.cells)]);
}

/** The sentences that state a cell. */
export const statedIn = (cell) =>
  model.sentences.flatMap((sentence, number) =>
    [...sentence.facts, ...(sentence.claims ?? []).flatMap((claim) => claim.cells)].some((fact) => sameFact(fact, cell)) ? [number] : []);

/** What is worth a look in the table, in the sentences of `data check`. */
export function showProblems(root) {
  const items = model.game.problems.map(({ field, message, warning }) => el("li", { class: warning ? "warning" : "wrong" }, field ? el("b", {}, field) : "", field ? ": " : "", message));
  root.replaceChildren(...(items.length ? [el("details", { class: "problems", open: items.length < 4 }, el("summary", {}, `${items.length} ${items.length === 1 ? "remark" : "remarks"} on the table`), el("ul", {}, ...items))] : []));
}
