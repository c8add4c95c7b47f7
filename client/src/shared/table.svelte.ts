/** A table as the page sees it: the server's messages in, what can be seen and done out. */

import type { Component } from "svelte";

import type {
  Ahead,
  ChatLine,
  ClientMessage,
  LogLine,
  LogPage,
  Orders,
  Replay,
  Request,
  ServerMessage,
  TableChanged,
  TableInfo,
  Turn,
  UndoOffer,
  Update,
  Welcome,
} from "../messages";
import { get } from "./api";
import type { Player } from "./course";
import type { Herald } from "./sentences";
import type { Face } from "./clock";
import { expand, type Row } from "./choices";
import { Link, type Line, type Wire } from "./link";
import { applyPatch } from "./patch";
import { prefs } from "./prefs.svelte";
import type { Shape } from "./shapes";

/** What a page may put next to the board of a table gets. */
export interface BesideTable {
  table: Table<unknown>;
  players: Player[];
  herald: Herald;
}

/** How long the decision of another is shown before the next, in milliseconds; a long queue goes faster. */
const STEP = 420;
const WHOLE = 5000;
/** How much longer or shorter than that the reader wants it. */
const PACE = { slow: 2.5, normal: 1, quick: 0.4 };
const MOST_MISSED = 200;
/** How many earlier steps of the log are asked for at a time. */
const EARLIER = 200;
/** How long a bot may be silent before the page asks, in milliseconds. */
const QUIET = 8000;
/** Refusals after which there is no table to show. */
const FINAL = new Set(["unknown_table", "no_watchers", "not_seated", "closed", "old_rules"]);

export class Table<V = Record<string, unknown>> {
  wire = $state<Wire>("connecting");
  info = $state.raw<TableInfo | null>(null);
  now = $state.raw<V | null>(null);
  /** An earlier view while what was missed is shown. */
  past = $state.raw<V | null>(null);
  /** How many decisions were taken since we last looked. */
  missed = $state(0);
  turn = $state.raw<Turn | null>(null);
  rows = $state.raw<Row[]>([]);
  /** What can be decided in later steps of the same turn. */
  ahead = $state.raw<Ahead[]>([]);
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  /** Whether more was said before than the chat holds here. */
  earlier = $state(false);
  you = $state.raw<number[]>([]);
  undo = $state.raw<UndoOffer>({});
  request = $state.raw<Request | null>(null);
  orders = $state.raw<Record<number, Orders>>({});
  clock = $state.raw<Face | null>(null);
  /** Points that win at this table; 0 where points do not win. */
  target = $state(0);
  note = $state("");
  step = $state(0);
  rev = $state(0);
  trouble = $state("");
  refusal = $state.raw<{ code: string; message: string; detail: string; rule: string } | null>(null);
  /** The seat for which a bot is at work on the next decision. */
  thinking = $state<number | null>(null);
  behind = $state(0);
  busy = $state(false);
  last = $state.raw<LogLine[]>([]);
  /** Whether the sheet with people, votes and leaving is open. */
  going = $state(false);
  /** What the page puts next to the board in place of the log: the tree of an analysis. */
  beside = $state.raw<Component<BesideTable> | null>(null);
  /** What that is called where it is a panel among others. */
  besideName = $state<"panel.study" | "panel.puzzle">("panel.study");
  /** Arrows and rings on the board, and what a click on a place does instead of deciding, while somebody draws. */
  shapes = $state.raw<Shape[]>([]);
  pen = $state.raw<((place: string) => void) | null>(null);
  /** The seat of a shared screen whose player has drawn the curtain away. */
  unveiled = $state(-1);

  /** Whether this is a lesson: nothing of it is kept, and nobody else is there. */
  readonly guided: boolean;

  #link: Line;
  #queue: Update[] = [];
  #timer = 0;
  #seen = 0;
  #sent = 0;
  #unsaved = false;
  #heard = Date.now();
  #watch = window.setInterval(() => this.#look(), QUIET);

  /** Sit down at a table; a lesson brings its own line. */
  constructor(
    readonly id: string,
    connect?: (hear: (message: ServerMessage) => void, wire: (state: Wire) => void) => Line,
  ) {
    this.guided = connect !== undefined;
    const line = connect ?? ((hear, wire) => new Link(id, hear, wire));
    this.#link = line(
      (message) => this.#hear(message),
      (wire) => this.#wired(wire),
    );
  }

  get view(): V | null {
    return this.past ?? this.now;
  }

  /** Whether the curtain hides a seat of this screen until its player sits down. */
  get veiled(): boolean {
    const seat = this.turn?.to_act ?? -1;
    const shared = Boolean(this.info?.curtain) && this.you.length > 1 && this.you.includes(seat);
    return shared && this.unveiled !== seat && this.behind === 0;
  }

  /** Draw the curtain away: from now on the server shows what this seat has. */
  async unveil(): Promise<void> {
    const seat = this.turn?.to_act ?? -1;
    const answer = await this.send({ type: "unveil", seat });
    if (answer.type === "ack") this.unveiled = seat;
    else this.#refused(answer);
  }

  get mine(): boolean {
    if (this.veiled) return false;
    return this.turn !== null && this.you.includes(this.turn.to_act) && this.behind === 0 && this.past === null;
  }

  send(message: ClientMessage): Promise<ServerMessage> {
    return this.#link.send(message);
  }

  /** Decide. Nothing else can be decided until the answer is there, or the position after it. */
  async play(actions: number[]): Promise<void> {
    if (this.busy) return;
    if (this.wire !== "open") {
      this.refusal = { code: "offline", message: "", detail: "", rule: "" };
      return;
    }
    this.busy = true;
    this.refusal = null;
    const sent = ++this.#sent;
    const answer = await this.send({ type: "play", rev: this.rev, actions, nonce: crypto.randomUUID() });
    if (sent === this.#sent) this.busy = false;
    this.#refused(answer);
  }

  async takeBack(step: number, free: boolean): Promise<void> {
    const message: ClientMessage = free
      ? { type: "undo", rev: this.rev, step }
      : { type: "ask", what: "undo", rev: this.rev, step };
    this.#refused(await this.send(message));
  }

  /** Keep a note: here at once, on the server as soon as it can be reached. */
  async keepNote(text: string): Promise<void> {
    this.note = text;
    this.#unsaved = true;
    const answer = await this.send({ type: "note", text });
    if (answer.type === "ack" && this.note === text) this.#unsaved = false;
  }

  /** Play what happened since we last looked, step by step; Escape or a new decision ends it. */
  async showMissed(): Promise<void> {
    const from = this.step - this.missed;
    this.missed = 0;
    const stretch = await get<Replay>(`/api/tables/${this.id}/replay?from=${from}&to=${this.step}`);
    let view = stretch.view as V;
    this.past = view;
    for (const update of stretch.updates) {
      await new Promise((done) => setTimeout(done, Math.min(2 * STEP, WHOLE / stretch.updates.length)));
      if (this.past === null) return;
      view = applyPatch(view, update.patch);
      this.past = view;
      this.last = update.log ?? [];
    }
    this.past = null;
  }

  /** Whether the log has earlier steps than those that are here. */
  get hasOlder(): boolean {
    return !this.guided && (this.log[0]?.step ?? 0) > 0;
  }

  /** Ask for the steps of the log before those that are here. */
  async loadOlder(): Promise<void> {
    const first = this.log[0]?.step ?? 0;
    const page = await get<LogPage>(`/api/tables/${this.id}/log?from=${Math.max(0, first - EARLIER)}&to=${first}`);
    if (this.log[0]?.step === first) this.log = [...page.lines, ...this.log];
  }

  /** Show everything that waits to be shown. */
  skip(): void {
    this.past = null;
    clearTimeout(this.#timer);
    this.#timer = 0;
    for (const update of this.#queue.splice(0)) this.#update(update);
    this.behind = 0;
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#seen);
    clearInterval(this.#watch);
    this.#link.close();
  }

  /** Take note of the connection; what was refused without one can be tried again. */
  #wired(wire: Wire): void {
    this.wire = wire;
    if (wire === "open" && this.refusal?.code === "offline") this.refusal = null;
  }

  /** Say how far we have seen, once things are quiet. */
  #tellSeen(): void {
    clearTimeout(this.#seen);
    this.#seen = window.setTimeout(() => void this.send({ type: "seen", step: this.step }), 1500);
  }

  #refused(answer: ServerMessage): void {
    if (answer.type !== "refused") return;
    this.refusal = { code: answer.code, message: answer.message, detail: answer.detail ?? "", rule: answer.rule ?? "" };
    if (answer.code === "stale") void this.send({ type: "refresh" });
  }

  /** Ask again if a bot has to decide and nothing was heard for long: a page never waits for what it missed. */
  #look(): void {
    const seat = this.info?.status === "playing" ? this.info.seats[this.turn?.to_act ?? -1] : undefined;
    if (seat?.chair.bot && this.wire === "open" && Date.now() - this.#heard > QUIET)
      void this.send({ type: "refresh" });
  }

  #hear(message: ServerMessage): void {
    this.#heard = Date.now();
    if (message.type === "welcome") this.#welcome(message);
    else if (message.type === "update") this.#enqueue(message);
    else if (message.type === "table") this.#changed(message);
    else if (message.type === "request") this.request = message.request;
    else if (message.type === "orders") this.orders = message.orders;
    else if (message.type === "chat") this.chat = [...this.chat, message.line];
    else if (message.type === "renamed") this.#rename(message.player, message.name);
    else if (message.type === "bye" && message.reason === "banned") this.#leave("banned");
    else if (message.type === "refused" && FINAL.has(message.code)) this.trouble = message.code;
  }

  /** Put what was said earlier before what is here. */
  sayBefore(lines: ChatLine[]): void {
    const first = this.chat[0]?.seq ?? Infinity;
    this.chat = [...lines.filter((line) => line.seq < first), ...this.chat];
    this.earlier = false;
  }

  /** Show somebody under another name from now on. */
  #rename(player: string, name: string): void {
    this.chat = this.chat.map((line) => (line.player === player ? { ...line, name } : line));
    if (!this.info) return;
    const seats = this.info.seats.map((seat) =>
      seat.chair.player === player ? { ...seat, chair: { ...seat.chair, name } } : seat,
    );
    this.info = { ...this.info, seats };
  }

  /** End the connection for good and say why. */
  #leave(code: string): void {
    this.close();
    this.trouble = code;
  }

  /** Seats changed; when the game begins, rests or ends, or a seat becomes ours, what can be decided changes too. */
  #changed({ table, you, thinking, clock }: TableChanged): void {
    this.thinking = thinking?.seat ?? null;
    const mark = (): string => `${this.info?.status} ${this.info?.paused ?? 0} ${this.you.join()}`;
    const before = mark();
    this.#table(table, you);
    this.clock = clock ? { ...clock, came: Date.now() } : this.clock;
    if (before !== mark()) void this.send({ type: "refresh" });
  }

  #table(info: TableInfo, you: number[] | undefined): void {
    this.info = info;
    this.you = you ?? [];
  }

  #welcome(message: Welcome): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#queue = [];
    this.behind = 0;
    this.trouble = "";
    this.#table(message.table, message.you);
    this.now = message.view as V;
    this.past = null;
    this.missed = message.seen && this.you.length ? Math.min(message.step - message.seen, MOST_MISSED) : 0;
    this.turn = message.turn;
    if (message.turn.to_act !== this.unveiled) this.unveiled = -1;
    this.thinking = message.thinking?.seat ?? null;
    this.rows = expand(message.choices);
    this.ahead = message.ahead ?? [];
    this.log = message.log;
    this.last = [];
    this.chat = message.chat;
    this.earlier = message.earlier ?? false;
    this.undo = message.undo ?? {};
    this.request = message.request ?? null;
    this.orders = message.orders ?? {};
    if (this.#unsaved) void this.keepNote(this.note);
    else this.note = message.note ?? "";
    this.clock = message.clock ? { ...message.clock, came: Date.now() } : null;
    this.target = message.target ?? 0;
    this.step = message.step;
    this.rev = message.rev;
  }

  /** Show own decisions at once, and those of others one after the other. */
  #enqueue(update: Update): void {
    const own = (update.log ?? []).every((line) => this.you.includes(line.seat));
    if (prefs.calm || document.hidden || (own && !this.#queue.length)) {
      this.skip();
      this.#update(update);
      return;
    }
    this.#queue.push(update);
    this.behind = this.#queue.length;
    if (!this.#timer) this.#next();
  }

  #next(): void {
    const update = this.#queue.shift();
    this.behind = this.#queue.length;
    if (!update) {
      this.#timer = 0;
      return;
    }
    this.#update(update);
    if (!this.#queue.length) this.#timer = window.setTimeout(() => this.#next(), (PACE[prefs.kept.speed] * STEP) / 2);
    else
      this.#timer = window.setTimeout(
        () => this.#next(),
        PACE[prefs.kept.speed] * Math.min(STEP, WHOLE / this.#queue.length),
      );
  }

  #update(update: Update): void {
    this.past = null;
    if (update.turn.to_act !== this.unveiled) this.unveiled = -1;
    this.missed = 0;
    this.now = applyPatch(this.now as V, update.patch);
    this.turn = update.turn;
    this.thinking = update.thinking?.seat ?? null;
    this.rows = expand(update.choices);
    this.ahead = update.ahead ?? [];
    const kept = update.cut === undefined ? this.log : this.log.filter((line) => line.step < (update.cut ?? 0));
    this.log = [...kept, ...(update.log ?? [])];
    this.last = update.log ?? [];
    this.undo = update.undo ?? {};
    this.clock = update.clock ? { ...update.clock, came: Date.now() } : this.clock;
    this.step = update.step;
    this.rev = update.rev;
    this.request = null;
    this.refusal = null;
    this.busy = false;
    if (!this.#queue.length) this.#tellSeen();
  }
}
