// Requests to the server. Every click is delivered exactly once.
//
// A click gets a random key and waits in a queue in durable storage. Clicks are sent in order, each until the server
// acknowledges it; the server ignores a key that it has stored already.
import { load, store } from "./durable_storage.js";

const RETRY_DELAYS = [250, 500, 1000, 2000, 4000]; // milliseconds
const TIMEOUT = 15000; // milliseconds
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The server has refused a request, and would refuse it again. */
export class RequestRefused extends Error {}

function randomHex(bytes) {
  const hex = (byte) => byte.toString(16).padStart(2, "0");
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), hex).join("");
}

export class Server {
  /** The server as a participant at a form uses it; `secret` comes from a personal link, if there was one.
   *  `onOffline(isOffline)` is called after every attempt. */
  static async connect(form, participant, secret, onOffline) {
    const server = new Server();
    Object.assign(server, { form, participant, onOffline, sending: Promise.resolve() });
    server.name = `${form} ${participant}`;
    server.secret = secret ?? (await load(`secret ${server.name}`)) ?? randomHex(32);
    await store(`secret ${server.name}`, server.secret); // before the first request, which binds the id to it
    server.queue = (await load(`clicks ${server.name}`)) ?? [];
    return server;
  }

  /** The JSON response to a request, which is repeated while the server cannot be reached. */
  async #request(path, body) {
    const headers = { Authorization: `Bearer ${this.secret}`, "Content-Type": "application/json" };
    const options = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    for (let attempt = 0; ; attempt++) {
      try {
        const response = await fetch(path, { ...options, signal: AbortSignal.timeout(TIMEOUT) });
        if (response.ok) {
          const content = await response.json();
          this.onOffline(false);
          return content;
        }
        if (response.status < 500 && response.status !== 429) {
          const { detail } = await response.json().catch(() => ({}));
          throw new RequestRefused(typeof detail === "string" ? detail : "The server does not accept this.");
        }
      } catch (error) {
        if (error instanceof RequestRefused) throw error;
      }
      this.onOffline(true);
      await sleep(RETRY_DELAYS[Math.min(attempt, RETRY_DELAYS.length - 1)]);
    }
  }

  begin() {
    return this.#request("/api/begin", { form: this.form, participant: this.participant });
  }

  screen(token) {
    return this.#request(`/api/screen/${encodeURIComponent(token)}`);
  }

  /** Queue a click; resolves when the server has acknowledged it and all before it. */
  save(token, question, value) {
    this.queue.push({ key: randomHex(16), token, question, value: String(value) });
    this.#storeQueue();
    return this.flush();
  }

  /** Send the queue, such as the clicks that a closed window could not send. */
  flush() {
    this.sending = this.sending.then(() => this.#send());
    return this.sending;
  }

  async #send() {
    while (this.queue.length) {
      try {
        await this.#request("/api/answer", this.queue[0]);
      } catch (error) {
        if (!(error instanceof RequestRefused)) throw error;
        this.refused = error; // later clicks are sent all the same
      }
      this.queue.shift();
      this.#storeQueue();
    }
  }

  #storeQueue() {
    store(`clicks ${this.name}`, [...this.queue]);
  }
}
