/** The connection to a table: it comes back by itself, and nothing is sent twice or lost. */

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
/** After being told to slow down, decisions are sent again when so many milliseconds have passed. */
const REST = 900;

export class Link implements Line {
  #socket: WebSocket | null = null;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #pause = FIRST_PAUSE;
  #timer = 0;
  #closed = false;

  constructor(
    readonly table: string,
    readonly hear: (message: ServerMessage) => void,
    readonly wire: (state: Wire) => void,
  ) {
    this.#connect();
  }

  /** Send a message and give its answer. What a lost connection swallowed is sent again. */
  send(message: ClientMessage): Promise<ServerMessage> {
    const id = this.#next++;
    const numbered = { ...message, id };
    return new Promise((done) => {
      this.#waiting.set(id, { message: numbered, done });
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(numbered));
    });
  }

  close(): void {
    this.#closed = true;
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

  #lost(): void {
    if (this.#closed) return;
    this.wire("lost");
    this.#dropQuestions();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#connect(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }
}
