// The box score: cells can be chosen and changed, and those behind what is chosen light up.
import { el } from "./dom.js";
import { model, numberOf, sameFact } from "./model.js";

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Show the box score of the game; `choose(cell)` is called when a cell is chosen. */
export function showSheets(root, choose) {
  const { sheets, entities, problems } = model.game;
  const doubtful = (name) => problems.some((problem) => problem.field.startsWith(name));
  const planned = new Set(model.plan.flatMap((card) => card.facts.map((fact) => `${numberOf(fact.entity)} ${fact.type}`)));
  const tables = sheets.map((sheet) => {
    if (!sheet.columns.length) return el("p", { class: "names" }, `${sheet.title}: ${sheet.rows.map(([name]) => name).join(", ")}`);
    const head = el("tr", {}, el("td"), ...sheet.columns.map(([name, label], at) => el("th", { scope: "col", title: label, class: sheet.text[at] ? "text" : null }, name)));
    const rows = sheet.rows.map(([name, ...values], row) => {
      const entity = sheet.entities[row];
      const cells = values.map((value, at) => {
        const type = sheet.types[at];
        const cell = { entity: entities[entity].id, name: entities[entity].name, type, label: sheet.columns[at][1], value };
        return el("td", {
          class: [sheet.text[at] && "text", planned.has(`${entity} ${type}`) && "used"].filter(Boolean).join(" ") || null,
          tabindex: -1, role: "gridcell", "data-cell": `${entity} ${type}`, "aria-label": `${name}, ${cell.label}: ${value || "none"}`,
          onclick: () => value && choose(cell),
          onkeydown: (event) => (event.key === "Enter" || event.key === " ") && value && (event.preventDefault(), choose(cell)),
        }, value);
      });
      return el("tr", { class: doubtful(name) ? "doubtful" : null }, el("th", { scope: "row", dir: "auto", "data-entity": entity }, name), ...cells);
    });
    const table = el("table", { role: "grid", "aria-label": `${sheet.title} ${sheet.team}`, onkeydown: walk },
      el("caption", {}, sheet.title, ...(sheet.team ? [" ", el("small", {}, sheet.team)] : [])), el("thead", {}, head), el("tbody", {}, ...rows));
    table.querySelector("td[data-cell]")?.setAttribute("tabindex", 0);
    return el("div", { class: "sheet" }, table);
  });
  root.replaceChildren(...tables);
  light(root);
}

/** Arrow keys go from cell to cell. */
function walk(event) {
  const step = STEPS[event.key];
  const cell = event.target.closest("td");
  if (!step || !cell) return;
  event.preventDefault();
  const rows = cell.closest("tbody").rows;
  const next = rows[cell.parentNode.rowIndex - 1 + step[0]]?.cells[cell.cellIndex + step[1]];
  if (next?.dataset.cell === undefined) return;
  cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

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

/** The table with another value in a cell. */
export function withValue(table, { entity, type }, value) {
  const copy = structuredClone(table);
  const owner = copy.entities.find((one) => one.id === entity);
  if (Array.isArray(owner.records)) owner.records.find((record) => record.type === type).value = value;
  else owner.records[type] = value;
  return copy;
}

/** Whether a cell belongs to the table itself; the others are computed from it. */
export function isOwn(table, { entity, type }) {
  const records = table.entities.find((one) => one.id === entity)?.records ?? {};
  return Array.isArray(records) ? records.some((record) => record.type === type) : type in records && !Array.isArray(records[type]);
}
