// Publishing: the story as text, Markdown, a page, a Word document or JSON, copied or as a file.
import { request } from "./api.js";
import { el } from "./dom.js";
import { model, planBody, storyText, told } from "./model.js";

/** Show the buttons; `say(text)` reports what was done, `fail(error)` what went wrong. */
export function showPublish(root, say, fail) {
  if (!model.sentences.some(told) || model.writing) return root.replaceChildren();
  const guarded = (action) => () => action().catch(fail);
  const button = (id, label, action) => el("button", { id, onclick: guarded(action) }, label);
  return root.replaceChildren(
    el("p", { class: "actions", role: "group", "aria-label": "Publish" },
      button("copy", "Copy", async () => (await navigator.clipboard.writeText(storyText().text), say("Copied."))),
      button("as-text", "Text", async () => download(`${storyText().text}\n`, "txt", "text/plain")),
      button("as-markdown", "Markdown", async () => download(markdown(), "md", "text/markdown")),
      button("as-html", "HTML", async () => download(await (await request("/v1/pages", story())).blob(), "html")),
      button("as-docx", "Word", async () => download(await (await request("/v1/documents", story())).blob(), "docx")),
      button("as-json", "JSON", async () => download(JSON.stringify(asJson(), null, 1), "json", "application/json"))),
  );
}

/** The story in Markdown; signs that would be markup are escaped. */
export function markdown() {
  const escaped = (text) => text.replace(/[\\`*_[\]<>#|]/g, "\\$&").replace(/^(\d+)\. /gm, "$1\\. ").replace(/^([-+])/gm, "\\$1");
  return `# ${escaped(model.game.title)}\n\n${escaped(storyText().text)}\n`;
}

const story = () => ({ table: model.game.table, text: storyText().text });

function asJson() {
  const sentences = model.sentences.filter(told).map(({ text, facts, origin, claims }) => ({ text, facts, origin, claims }));
  return { title: model.game.title, text: storyText().text, sentences, plan: planBody().plan, settings: model.settings, table: model.game.table };
}

/** Save a text, or a blob of a type of its own. */
function download(content, ending, type) {
  const url = URL.createObjectURL(type ? new Blob([content], { type }) : content);
  const name = model.game.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "story";
  el("a", { href: url, download: `${name}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
