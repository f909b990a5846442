// Beside the chosen cell: its value, which is checked as it is typed, and what can be done with it; and the form for a
// further player. Both stand in the box score, below the row or the sheet that they belong to.
import { json } from "./api.js";
import { el } from "./dom.js";
import { model } from "./model.js";
import { withEntity, withValue } from "./table.js";

const PAUSE = 250; // milliseconds after the last key, until a table is checked
let shown = null; // what is chosen in the editor that is shown
let latest = 0;

/** Show the editor of the chosen cell, or of a new player; what is typed stays while it is the same. */
export function showEditor(root, actions) {
  const { chosen } = model;
  const old = root.querySelector(".editor");
  if (old && shown === chosen) return;
  old?.remove();
  shown = null;
  if (chosen?.kind === "cell") {
    const row = root.querySelector(`td[data-cell="${CSS.escape(chosen.key)}"]`)?.closest("tr");
    row?.after(el("tr", { class: "editor" }, el("td", { colspan: row.cells.length }, el("div", { class: "beside", id: "beside" }, ...aboutCell(chosen.cell, actions)))));
  } else if (chosen?.kind === "new") {
    root.querySelector(`[data-sheet="${chosen.sheet}"]`)?.append(el("div", { class: "editor beside", id: "beside" }, newEntity(chosen.sheet, actions)));
  } else return;
  shown = chosen;
  const typing = matchMedia("(pointer: fine)").matches; // on a phone the keyboard would cover the page
  const first = root.querySelector(typing ? ".editor input, .editor .primary" : ".editor .primary");
  first?.focus({ preventScroll: true });
  first?.select?.();
  root.querySelector(".editor")?.scrollIntoView({ block: "nearest" });
}

function aboutCell(cell, actions) {
  const owner = model.game.entities.find((entity) => entity.id === cell.entity);
  const isPlayer = model.game.sheets.some((sheet) => sheet.adds.length && sheet.entities.includes(model.game.entities.indexOf(owner)));
  const field = el("input", { id: "cell-value", value: cell.value, maxlength: 200, "aria-label": `${cell.name}, ${cell.label}`, "aria-describedby": "remarks" });
  const remarks = remarksOn(cell.name);
  field.addEventListener("input", () => tell(remarks, cell.name, withValue(model.game.table, cell, field.value.trim())));
  const submit = (event) => (event.preventDefault(), actions.changeCell(cell, field.value.trim()));
  const button = (id, label, action, more = {}) => el("button", { id, onclick: action, ...more }, label);
  return [
    el("h3", {}, `${cell.name}: ${cell.label}`),
    ...(cell.own
      ? [el("form", { class: "actions", onsubmit: submit }, field, el("button", { id: "change-cell" }, "Change")), heard(remarks)]
      : [el("p", {}, el("b", {}, cell.value), " ", el("span", { class: "hint" }, "computed from other cells"))]),
    el("p", { class: "actions" },
      ...(cell.value ? [button("add-fact", `Add to sentence ${model.card + 1} of the plan`, () => actions.addFact(cell), { class: "primary" })] : []),
      ...(isPlayer
        ? [button("drop-entity", `Leave ${cell.name} out of the plan`, () => actions.dropEntity(cell.entity)),
           button("remove-entity", `Remove ${cell.name} from the table`, () => actions.removeEntity(cell.entity))]
        : []),
    ),
    el("button", { class: "close", "aria-label": "Close", onclick: actions.close }, "×"),
  ];
}

/** The form for a further player: the name, and a field for each column of the sheet. */
function newEntity(number, actions) {
  const sheet = model.game.sheets[number];
  const last = model.game.entities[sheet.entities.at(-1)].id;
  const name = el("input", { id: "new-name", maxlength: 100, required: true });
  const fields = sheet.types.map((type, at) => [type, el("input", { id: `new-${at}`, maxlength: 200, size: 5 }), sheet.columns[at][1]]);
  const remarks = remarksOn("");
  const entity = () => [last, name.value.trim(), sheet.adds, Object.fromEntries(fields.map(([type, field]) => [type, field.value.trim()]))];
  const labelled = (field, label) => el("span", { class: "field" }, el("label", { for: field.id }, label), field);
  return el("form", {
      "aria-label": `Add to ${sheet.title}`, onsubmit: (event) => (event.preventDefault(), actions.addEntity(...entity())),
      oninput: () => name.value.trim() && tell(remarks, name.value.trim(), withEntity(model.game.table, ...entity())),
    },
    el("h3", {}, `Add to ${sheet.title}`),
    el("div", { class: "fields" }, labelled(name, "Name"), ...fields.map(([, field, label]) => labelled(field, label))),
    heard(remarks),
    el("p", { class: "actions" }, el("button", { id: "add-entity", class: "primary" }, "Add")),
    el("button", { class: "close", type: "button", "aria-label": "Close", onclick: actions.close }, "×"));
}

const key = ({ field, message }) => `${field}: ${message}`;

/** Screen readers read what changes in a list. */
const heard = (list) => el("div", { role: "status" }, list);

function remarksOn(name) {
  const list = el("ul", { class: "remarks", id: "remarks" });
  fill(list, model.game.problems.filter(({ field }) => name && field.startsWith(name)));
  return list;
}

function fill(list, problems, settled = []) {
  list.replaceChildren(
    ...problems.map((problem) => el("li", { class: problem.warning === false ? "wrong" : "warning" }, key(problem))),
    ...settled.map((problem) => el("li", { class: "settled" }, `settled: ${key(problem)}`)));
}

/** Say what is wrong in a changed table about an entity, and elsewhere because of the change; and what no longer is. */
async function tell(list, name, table) {
  const mine = (latest += 1);
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  const isLate = () => mine !== latest || !list.isConnected;
  if (isLate()) return;
  try {
    const { problems } = await json("/v1/tables", { source: table });
    if (isLate()) return;
    const [before, after] = [model.game.problems, problems].map((some) => new Set(some.map(key)));
    fill(list, problems.filter((one) => one.field.startsWith(name) || !before.has(key(one))), model.game.problems.filter((one) => !after.has(key(one))));
  } catch (error) {
    if (!isLate()) list.replaceChildren(el("li", { class: "wrong" }, error.message));
  }
}
