/** The connection to a table: it comes back on its own, and nothing is sent twice or lost. */

import type { ClientMessage, ServerMessage } from "../messages";
import { inWords } from "./api";

export type Wire = "connecting" | "open" | "lost";
/** What carries messages to a table and back. */
export interface Line {
  send(message: ClientMessage): Promise<ServerMessage>;
  close(): void;
}
type Waiting = { message: ClientMessage; done: (answer: ServerMessage) => void };

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
/** After being told to slow down, decisions are sent again after this many milliseconds. */
const REST = 900;
/** A connection over which a decision is not answered for this many milliseconds counts as lost. */
const PATIENCE = 8000;

export class Link implements Line {
  #socket: WebSocket | null = null;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #pause = FIRST_PAUSE;
  #timer = 0;
  #closed = false;

  /** The browser says at once that the network is gone; a socket may take minutes to notice. */
  #offline = (): void => this.#drop();
  #online = (): void => {
    clearTimeout(this.#timer);
    if (this.#socket === null) this.#connect();
  };

  constructor(
    readonly table: string,
    readonly hear: (message: ServerMessage) => void,
    readonly wire: (state: Wire) => void,
  ) {
    addEventListener("offline", this.#offline);
    addEventListener("online", this.#online);
    this.#connect();
  }

  /** Send a message and give its answer. What a lost connection swallowed is sent again. */
  send(message: ClientMessage): Promise<ServerMessage> {
    const id = this.#next++;
    const numbered = { ...message, id };
    return new Promise((done) => {
      this.#waiting.set(id, { message: numbered, done });
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(numbered));
      if (message.type === "play") setTimeout(() => this.#waiting.has(id) && this.#drop(), PATIENCE);
    });
  }

  close(): void {
    this.#closed = true;
    removeEventListener("offline", this.#offline);
    removeEventListener("online", this.#online);
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect(): void {
    this.wire("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${this.table}`);
    this.#socket = socket;
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = (event) => this.#heard(inWords(JSON.parse(event.data as string) as ServerMessage));
    socket.onclose = () => this.#lost();
  }

  #opened(socket: WebSocket): void {
    this.#pause = FIRST_PAUSE;
    this.wire("open");
    for (const { message } of this.#waiting.values()) socket.send(JSON.stringify(message));
  }

  #heard(message: ServerMessage): void {
    if (message.type === "bye" && message.retry) this.#pause = message.retry;
    if (message.type === "refused" && message.code === "too_fast" && message.re === undefined) this.#rest();
    this.hear(message);
    const waiting = message.re === undefined ? undefined : this.#waiting.get(message.re);
    if (waiting && message.re !== undefined) {
      this.#waiting.delete(message.re);
      waiting.done(message);
    }
  }

  /** Give up questions, which the page can ask again; decisions carry a nonce and are repeated. */
  #dropQuestions(): void {
    for (const [id, { message }] of this.#waiting) if (message.type !== "play") this.#waiting.delete(id);
  }

  #rest(): void {
    this.#dropQuestions();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      if (this.#socket?.readyState === WebSocket.OPEN) this.#opened(this.#socket);
    }, REST);
  }

  /** Give up a connection that no longer answers; decisions on their way are sent again over the next one. */
  #drop(): void {
    const socket = this.#socket;
    if (!socket || this.#closed) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#lost();
  }

  #lost(): void {
    if (this.#closed) return;
    this.#socket = null;
    this.wire("lost");
    this.#dropQuestions();
    clearTimeout(this.#timer);
    // without a network there is nothing to try; its return is told
    this.#timer = window.setTimeout(() => this.#connect(), navigator.onLine ? this.#pause : LONGEST_PAUSE);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }
}
