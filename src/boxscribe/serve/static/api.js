// Requests to the service. What it refuses is an Error with the sentence of its problem document.

const TOKEN = "boxscribe token";

/** A token in the link that the server printed is kept for this window, and taken out of the address. */
function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!given) return;
  sessionStorage.setItem(TOKEN, given);
  history.replaceState(null, "", location.pathname);
}

takeToken();

export class Refused extends Error {
  constructor(problem) {
    super(problem.detail ?? "The server does not accept this.");
    this.status = problem.status;
  }
}

/** The answer to a request; `body` is JSON. */
export async function request(path, body, { method = body === undefined ? "GET" : "POST", signal } = {}) {
  const token = sessionStorage.getItem(TOKEN);
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  let response;
  try {
    response = await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused({ detail: "The server cannot be reached; is it still running?" });
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  if (response.status === 401 && askForToken()) return request(path, body, { method, signal });
  throw new Refused(problem);
}

function askForToken() {
  const given = window.prompt("The token of this service:");
  if (given) sessionStorage.setItem(TOKEN, given.trim());
  return Boolean(given);
}

export const json = async (path, body, options) => (await request(path, body, options)).json();

/** The server-sent events of an answer, as [name, data]. */
export async function* events(path, body, signal) {
  const response = await request(path, body, { signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const parts = text.split("\n\n");
    text = parts.pop();
    for (const part of parts) {
      const lines = Object.fromEntries(part.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
      if (lines.event) yield [lines.event, JSON.parse(lines.data)];
    }
  }
}
