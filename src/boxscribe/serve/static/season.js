// The games of a day of the server's season, to choose one.
import { json } from "./api.js";
import { el } from "./dom.js";

/** A list that asks for the last day with games when it is opened; `read(load)` opens the game that `load` gives. */
export function daysOfSeason(read) {
  const field = el("input", { type: "date", id: "day" });
  const [before, after] = [["before", "‹", "The day before with games"], ["after", "›", "The next day with games"]].map(([id, sign, label]) => el("button", { id, type: "button", "aria-label": label, disabled: true }, sign));
  const games = el("ul", { class: "games", "aria-label": "Games of the day" });
  const wrong = el("p", { role: "alert", class: "wrong" });
  let latest = 0;

  async function show(day) {
    const mine = (latest += 1);
    wrong.textContent = "";
    games.replaceChildren(el("li", { class: "hint" }, "Reading the season …"));
    const found = await json(`/v1/games?date=${encodeURIComponent(day)}`).catch((error) => ({ error }));
    if (mine !== latest) return;
    if (found.error) {
      games.replaceChildren();
      wrong.textContent = found.error.message;
      return;
    }
    field.value = found.date;
    for (const [button, other] of [[before, found.before], [after, found.after]]) {
      button.disabled = !other;
      button.onclick = () => show(other);
    }
    const items = found.games.map((title, at) => el("li", {}, el("button", { onclick: () => read(() => json(`/v1/games/${found.date}/${at + 1}`)) }, title)));
    games.replaceChildren(...(items.length ? items : [el("li", { class: "hint" }, "No game was played on this day.")]));
  }

  field.addEventListener("change", () => field.value && show(field.value));
  const choice = el("p", { class: "actions" }, el("label", { for: "day" }, "Day"), before, field, after);
  return el("details", { id: "season-days", ontoggle: (event) => event.target.open && !field.value && show("") }, el("summary", {}, "A day of the season"), choice, games, wrong);
}
