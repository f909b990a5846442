// The way through a study: arrive, read the instructions, answer screen after screen, get the completion code.
import { el, paragraphs } from "./dom.js";
import { factsScreen } from "./facts.js";
import { qualityScreen } from "./quality.js";
import { Refused, Server } from "./server.js";

const $ = (id) => document.getElementById(id);
const form = location.pathname.split("/").pop();
const query = new URLSearchParams(location.search);
const ID_NAMES = ["participant", "PROLIFIC_PID", "workerId"];
const person = ID_NAMES.map((name) => query.get(name)).find(Boolean);
const secret = new URLSearchParams(location.hash.slice(1)).get("key");

let server;
let study;

function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
}

function away(isAway) {
  notice(isAway ? "No connection. Your answers are kept and will be sent; please leave this page open." : "");
}

/** Fill the page; the heading gets the focus, so that screen readers begin there. */
function show(heading, ...content) {
  const head = el("h1", { tabindex: -1 }, heading);
  $("main").replaceChildren(head, ...content);
  window.scrollTo(0, 0);
  head.focus({ preventScroll: true });
}

const isDone = (screen) => "done" in screen.answers;
const nextOpen = () => study.screens.findIndex((screen) => !isDone(screen));

function showProgress(at) {
  const count = study.screens.length;
  $("count").textContent = at < count ? `${at + 1} of ${count}` : `${count} of ${count}`;
  $("progress").value = study.screens.filter(isDone).length / count;
}

function showInstructions() {
  const started = study.screens.some(isDone);
  const go = () => showScreen(nextOpen());
  show(
    started ? "Welcome back" : "Before you begin",
    ...paragraphs(study.instructions),
    el("p", {}, "Every click is saved. You can close this page and come back later with the same browser."),
    personalLink(),
    el("p", { class: "actions" }, el("button", { type: "button", id: "start", class: "primary", onclick: go }, started ? "Go on" : "Begin")),
  );
}

function personalLink() {
  const url = new URL(location.href);
  url.hash = `key=${server.secret}`;
  return el(
    "details", {},
    el("summary", {}, "Another device"),
    el("p", {}, "To go on with another browser, open this link there. It is yours alone: do not share it."),
    el("p", { class: "code link" }, url.href),
  );
}

async function showScreen(at) {
  const screen = study.screens[at];
  showProgress(at);
  const shown = await server.screen(screen.token);
  const save = (question, value) => {
    screen.answers[question] = String(value);
    server.save(screen.token, question, value);
    next.disabled = !made.isComplete();
  };
  const goOn = async () => {
    next.disabled = true;
    for (const [question, value] of Object.entries(made.defaults)) {
      if (!(question in screen.answers)) save(question, value);
    }
    next.disabled = true;
    await server.save(screen.token, "done", "1");
    if (server.refused) throw server.refused;
    screen.answers.done = "1";
    await proceed(at + 1);
  };
  const make = form === "quality" ? qualityScreen : factsScreen;
  const made = make(shown, screen.answers, save, study.questions);
  const back = el("button", { type: "button", id: "back", disabled: at === 0, onclick: guarded(() => showScreen(at - 1)) }, "Back");
  const next = el("button", { type: "button", id: "next", class: "primary", disabled: !made.isComplete(), onclick: guarded(goOn) }, "Next");
  const panel = el("section", { class: "panel", "aria-label": "Your answer" }, made.controls, el("div", { class: "actions" }, back, next));
  show(made.heading, ...made.content, panel);
  $("main").dataset.screen = at + 1;
}

async function proceed(at) {
  if (at < study.screens.length && !isDone(study.screens[at])) return showScreen(at);
  const open = nextOpen();
  if (open >= 0) return showScreen(at < study.screens.length ? at : open);
  study = await server.begin();
  return showEnd();
}

function showEnd() {
  showProgress(study.screens.length);
  const copy = el("button", { type: "button", onclick: () => navigator.clipboard?.writeText(study.code) }, "Copy");
  const link = /^https:\/\//.test(study.link) ? [el("p", {}, el("a", { href: study.link, class: "primary" }, "Finish"))] : [];
  show("Thank you!", el("p", {}, "All your answers are saved. This is your completion code:"), el("p", { class: "code", id: "code" }, study.code), el("p", {}, copy), ...link);
}

/** A listener that tells what the server has refused. */
function guarded(action) {
  return async () => {
    try {
      await action();
    } catch (error) {
      notice(error instanceof Refused ? error.message : "Something went wrong; please load this page again.");
      if (!(error instanceof Refused)) throw error;
    }
  };
}

function askForId() {
  const field = el("input", { id: "participant", name: "participant", required: true, maxlength: 64, autocomplete: "off" });
  const send = (event) => {
    event.preventDefault();
    query.set("participant", field.value.trim());
    location.search = query;
  };
  show("Welcome", el("form", { onsubmit: send }, el("label", { for: "participant" }, "Your participant id"), field, el("button", { type: "submit", class: "primary" }, "Continue")));
}

async function arrive() {
  if (!person) return askForId();
  server = await Server.of(form, person, secret, away);
  study = await server.begin();
  if (secret) history.replaceState(null, "", location.pathname + location.search); // keep it out of sight
  if (server.queue.length) {
    await server.flush();
    study = await server.begin();
  }
  document.title = study.title;
  $("title").textContent = study.title;
  $("footer").textContent = study.contact && `Questions? ${study.contact}`;
  showProgress(Math.max(0, nextOpen()));
  return study.code ? showEnd() : showInstructions();
}

guarded(arrive)();
