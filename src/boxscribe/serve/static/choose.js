// Choosing a game: an example, a game of the season, a file, or pasted rows. And the list of saved stories.
import { json, request } from "./api.js";
import { el } from "./dom.js";
import { model } from "./model.js";
import { daysOfSeason } from "./season.js";
import { hasSeason } from "./settings.js";

const MAX_FILE = 30e6; // bytes; what the server takes

/** Open the dialog with a title and content; the browser closes it with Escape. */
export function openDialog(title, ...content) {
  const dialog = document.getElementById("dialog");
  dialog.replaceChildren(
    el("div", { class: "head" }, el("h2", { id: "dialog-title" }, title), el("button", { "aria-label": "Close", onclick: () => dialog.close() }, "×")),
    ...content,
  );
  dialog.onclose = () => dialog.replaceChildren();
  if (!dialog.open) dialog.showModal();
}

export const closeDialog = () => document.getElementById("dialog").close();

/** Let a user choose a game; `open(game)` is called with it, `fail(error)` with what is wrong. */
export async function chooseGame(open, fail) {
  const { examples } = await json("/v1/examples");
  const wrong = el("p", { role: "alert", class: "wrong" });
  const read = async (load) => {
    try {
      wrong.textContent = "";
      const game = await load();
      closeDialog();
      open(game);
    } catch (error) {
      wrong.textContent = error.message;
    }
  };
  const listed = examples.map((title, number) => el("li", {}, el("button", { onclick: () => read(() => json(`/v1/examples/${number}`)) }, title)));
  const file = el("input", { type: "file", id: "file", accept: ".json,.jsonl,.csv,.tsv,.txt,.gz" });
  const games = el("ul", { class: "games", "aria-label": "Games of the file" });
  file.addEventListener("change", () => file.files[0] && listGames(file.files[0], games, read, wrong));
  const rows = el("textarea", { id: "rows", rows: 6, placeholder: "Player  MIN  PTS  REB …" });
  const [home, away, score, date] = ["home", "away", "score", "date"].map((name) => el("input", { id: `rows-${name}`, maxlength: 100 }));
  const paste = (event) => {
    event.preventDefault();
    read(() => json("/v1/tables", { source: rows.value, home: home.value, away: away.value, score: score.value, date: date.value }));
  };
  openDialog(
    "Choose a game",
    el("h3", {}, "Examples"), el("ul", { class: "examples" }, ...listed),
    ...(hasSeason() ? [daysOfSeason(read)] : []),
    el("h3", {}, "A file"), el("p", {}, el("label", { for: "file" }, "RotoWire, MLB, JSON lines or CSV "), file), games,
    el("h3", {}, "Pasted rows"),
    el("form", { onsubmit: paste, class: "rows" },
      el("label", { for: "rows" }, "A box score, with its row of headings"), rows,
      ...[["Home team", home], ["Away team", away], ["Score, home first", score], ["Date", date]].map(([label, field]) => el("span", {}, el("label", { for: field.id }, label), field)),
      el("button", { class: "primary", id: "read-rows" }, "Read")),
    wrong,
  );
}

/** Open the game of a file, or list its games. */
async function listGames(file, root, read, wrong) {
  root.replaceChildren();
  let source;
  let first;
  try {
    wrong.textContent = "";
    source = await textOf(file);
    first = await json("/v1/tables", { source });
  } catch (error) {
    wrong.textContent = error.message;
    return;
  }
  if (first.games.length === 1) read(async () => first);
  const titles = first.games.length > 1 ? first.games : [];
  root.append(...titles.map((title, at) => el("li", {}, el("button", { onclick: () => read(() => json("/v1/tables", { source, game: at + 1 })) }, title))));
}

/** The text of a file, which may be compressed. */
async function textOf(file) {
  if (file.size > MAX_FILE) throw new Error("This file is too large; cut it into smaller ones.");
  const stream = file.name.endsWith(".gz") ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  const text = await new Response(stream).text();
  if (text.length > MAX_FILE) throw new Error("This file is too large; cut it into smaller ones.");
  return text;
}

/** The saved stories; `open(id)` is called with the chosen one, and `compare(id)`, if given, to show one of the same game
 *  beside the story. */
export async function chooseSaved(open, compare) {
  const { stories } = await json("/v1/saved");
  const items = stories.map(({ id, title, changed }) => {
    const item = el("li", {},
      el("a", { href: `/story/${id}`, onclick: (event) => (event.preventDefault(), closeDialog(), open(id)) }, title), " ",
      el("time", { class: "hint" }, new Date(changed * 1000).toLocaleString()), " ",
      compare && title === model.game?.title && id !== model.saved ? el("button", { class: "small", "aria-label": `Compare with ${title}`, onclick: () => (closeDialog(), compare(id)) }, "Compare") : "", " ",
      el("button", { class: "small", "aria-label": `Delete ${title}`, onclick: async () => {
        await request(`/v1/saved/${id}`, undefined, { method: "DELETE" });
        item.remove();
      } }, "×"));
    return item;
  });
  openDialog("Recent stories", items.length ? el("ul", { class: "saved" }, ...items) : el("p", {}, "No story is saved yet."));
}
