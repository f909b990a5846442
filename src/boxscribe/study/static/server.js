// Talking to the server so that no click is lost and none counts twice.
//
// A click gets a key and waits in a queue, which the browser keeps on its disk. Clicks are sent one after the other in
// their order, again and again until the server says that it has them; a key that it knows changes nothing.
import { keep, recall } from "./durable_storage.js";

const PAUSES = [250, 500, 1000, 2000, 4000]; // milliseconds between attempts
const PATIENCE = 15000; // milliseconds for one attempt
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** What the server has said no to; asking again would not help. */
export class Refused extends Error {}

function random(bytes) {
  const hex = (byte) => byte.toString(16).padStart(2, "0");
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), hex).join("");
}

export class Server {
  /** The server for a person at a form; `secret` comes from a personal link, `away` is told if it cannot be reached. */
  static async of(form, person, secret, away) {
    const server = new Server();
    Object.assign(server, { form, person, away, sending: Promise.resolve() });
    server.place = `${form} ${person}`;
    server.secret = secret ?? (await recall(`secret ${server.place}`)) ?? random(32);
    await keep(`secret ${server.place}`, server.secret); // before the server hears of it
    server.queue = (await recall(`clicks ${server.place}`)) ?? [];
    return server;
  }

  /** The JSON answer to a request; while the server is away it is asked again. */
  async #ask(path, body) {
    const headers = { Authorization: `Bearer ${this.secret}`, "Content-Type": "application/json" };
    const options = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    for (let attempt = 0; ; attempt++) {
      try {
        const response = await fetch(path, { ...options, signal: AbortSignal.timeout(PATIENCE) });
        if (response.ok) {
          const answer = await response.json();
          this.away(false);
          return answer;
        }
        if (response.status < 500 && response.status !== 429) {
          const { detail } = await response.json().catch(() => ({}));
          throw new Refused(typeof detail === "string" ? detail : "The server does not accept this.");
        }
      } catch (error) {
        if (error instanceof Refused) throw error;
      }
      this.away(true);
      await pause(PAUSES[Math.min(attempt, PAUSES.length - 1)]);
    }
  }

  begin() {
    return this.#ask("/api/begin", { form: this.form, person: this.person });
  }

  screen(token) {
    return this.#ask(`/api/screen/${encodeURIComponent(token)}`);
  }

  /** Queue an answer; resolves when the server has it and all before it. */
  save(token, question, value) {
    this.queue.push({ key: random(16), token, question, value: String(value) });
    this.#keep();
    return this.flush();
  }

  /** Send what is left, such as the clicks that a closed window could not send. */
  flush() {
    this.sending = this.sending.then(() => this.#send());
    return this.sending;
  }

  async #send() {
    while (this.queue.length) {
      try {
        await this.#ask("/api/answer", this.queue[0]);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        this.refused = error; // it would be refused again, and must not hold up the others
      }
      this.queue.shift();
      this.#keep();
    }
  }

  #keep() {
    keep(`clicks ${this.place}`, [...this.queue]);
  }
}
