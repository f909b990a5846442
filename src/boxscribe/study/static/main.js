// The page of a study: instructions, one screen after the other, completion code.
import { el, paragraphs } from "./dom.js";
import { factsScreen } from "./facts.js";
import { qualityScreen } from "./quality.js";
import { RequestRefused, Server } from "./server.js";

const $ = (id) => document.getElementById(id);
const form = location.pathname.split("/").pop();
const query = new URLSearchParams(location.search);
const ID_NAMES = ["participant", "PROLIFIC_PID", "workerId"];
const participant = ID_NAMES.map((name) => query.get(name)).find(Boolean);
const secret = new URLSearchParams(location.hash.slice(1)).get("key");

let server;
let study;

function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
}

function onOffline(isOffline) {
  notice(isOffline ? "No connection. Your answers are stored and will be sent; please leave this page open." : "");
}

/** Fill the page and move the focus to its heading, where screen readers start. */
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
    started ? "Welcome back" : "Before you start",
    ...paragraphs(study.instructions),
    el("p", {}, "Every click is saved. You can close this page and continue later in the same browser."),
    personalLink(),
    el("p", { class: "actions" }, el("button", { type: "button", id: "start", class: "primary", onclick: go }, started ? "Continue" : "Start")),
  );
}

function personalLink() {
  const url = new URL(location.href);
  url.hash = `key=${server.secret}`;
  return el(
    "details", {},
    el("summary", {}, "Another device"),
    el("p", {}, "To continue in another browser, open this link there. It is personal: do not share it."),
    el("p", { class: "code link" }, url.href),
  );
}

async function showScreen(at) {
  const screen = study.screens[at];
  showProgress(at);
  const content = await server.screen(screen.token);
  const save = (question, value) => {
    screen.answers[question] = String(value);
    server.save(screen.token, question, value);
    next.disabled = !view.isComplete();
  };
  const submit = async () => {
    next.disabled = true;
    for (const [question, value] of Object.entries(view.defaults)) {
      if (!(question in screen.answers)) save(question, value);
    }
    next.disabled = true;
    await server.save(screen.token, "done", "1");
    if (server.refused) throw server.refused;
    screen.answers.done = "1";
    await showNext(at + 1);
  };
  const makeScreen = form === "quality" ? qualityScreen : factsScreen;
  const view = makeScreen(content, screen.answers, save, study.questions);
  const back = el("button", { type: "button", id: "back", disabled: at === 0, onclick: guarded(() => showScreen(at - 1)) }, "Back");
  const next = el("button", { type: "button", id: "next", class: "primary", disabled: !view.isComplete(), onclick: guarded(submit) }, "Next");
  const panel = el("section", { class: "panel", "aria-label": "Your answer" }, view.controls, el("div", { class: "actions" }, back, next));
  show(view.heading, ...view.content, panel);
  $("main").dataset.screen = at + 1;
}

async function showNext(at) {
  if (at < study.screens.length && !isDone(study.screens[at])) return showScreen(at);
  const open = nextOpen();
  if (open >= 0) return showScreen(at < study.screens.length ? at : open);
  study = await server.begin();
  return showEnd();
}

function showEnd() {
  showProgress(study.screens.length);
  const copy = el("button", { type: "button", onclick: () => navigator.clipboard?.writeText(study.completion_code) }, "Copy");
  const finish = /^https:\/\//.test(study.return_url) ? [el("p", {}, el("a", { href: study.return_url, class: "primary" }, "Finish"))] : [];
  show("Thank you!", el("p", {}, "All your answers are saved. This is your completion code:"), el("p", { class: "code", id: "code" }, study.completion_code), el("p", {}, copy), ...finish);
}

/** An event listener that shows why the server has refused a request. */
function guarded(action) {
  return async () => {
    try {
      await action();
    } catch (error) {
      notice(error instanceof RequestRefused ? error.message : "Something went wrong; please reload this page.");
      if (!(error instanceof RequestRefused)) throw error;
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

async function start() {
  if (!participant) return askForId();
  server = await Server.connect(form, participant, secret, onOffline);
  study = await server.begin();
  if (secret) history.replaceState(null, "", location.pathname + location.search); // hide the secret
  if (server.queue.length) {
    await server.flush();
    study = await server.begin();
  }
  document.title = study.title;
  $("title").textContent = study.title;
  $("footer").textContent = study.contact && `Questions? ${study.contact}`;
  showProgress(Math.max(0, nextOpen()));
  return study.completion_code ? showEnd() : showInstructions();
}

guarded(start)();
