/** What the player's hand does in Attika: what is pointed at, how it is paid, where a tile would lie, and why not. */

import type { Reason, Way } from "../messages";
import { expand, type Row } from "../shared/choices";
import { REST } from "../shared/guard.svelte";
import { prefs } from "../shared/prefs.svelte";
import { printed } from "../shared/printed";
import type { Table } from "../shared/table.svelte";
import { because, t } from "../shared/words";
import type { AttikaView } from "../views";
import { Pull } from "./pull.svelte";
import { cityTitle } from "./view";

type Fact = Record<string, string | number>;

/** Whoever only passes over a space asks nothing. */
const PAUSE = 130;
const TURNS = 6;
/** How far a wheel scrolls for one turn of the tile, in pixels. */
const NOTCH = 60;

export class Hand {
  /** The decision that the mouse or the keyboard is at. */
  pointed = $state.raw<Row | null>(null);
  /** Whether the next payment is chosen card by card. */
  asking = $state(false);
  /** A space whose payment is being chosen, and the ways to pay. */
  paying = $state.raw<{ row: Row; ways: Way[] } | null>(null);
  /** Where the tile in hand lies for now, and how often it is turned. */
  spot = $state("");
  turns = $state(0);
  /** The space that is looked at, and what is known about it. */
  looked = $state("");
  facts = $state.raw<Fact[]>([]);
  /** Why the last click did nothing. */
  told = $state.raw<{ words: string; rule: string } | null>(null);
  /** The building that was pointed at last, and where it could be built: one click there does both. */
  glance = $derived.by(() => (this.#seen?.rev === this.table.rev ? this.#seen : null));
  #seen = $state.raw<{ building: string; rows: Row[]; rev: number } | null>(null);
  /** The pile to draw from once more, as soon as the building drawn has its place, and whose turn that is for. */
  onward = $state.raw<{ pile: string; turn: string } | null>(null);
  /** What is being pulled onto the board. */
  readonly pull = new Pull(this);
  #chosen = -REST;
  #pointing = 0;
  #scrolled = 0;
  #timer = 0;
  #known = new Map<string, Fact[]>();

  constructor(readonly table: Table<AttikaView>) {}

  rows = $derived.by((): Row[] => (this.table.mine ? this.table.rows : []));
  /** Everything that can be chosen on the board. */
  onBoard = $derived.by((): Row[] => [...this.rows, ...(this.glance?.rows ?? [])]);
  places = $derived.by((): Row[] => this.rows.filter((row) => row.kind === "place"));
  /** The decision about the place where the tile lies for now. */
  laying = $derived.by((): Row | undefined => {
    const spot = this.spot;
    return this.places.find((row) => row.place === spot) ?? this.places[0];
  });

  /** Whether this turn can still hold two draws. */
  two = $derived.by((): boolean => {
    const { view, guided } = this.table;
    const left = view?.mode ? (view.left ?? 0) : (printed().draws ?? 0);
    return !guided && left > 1 && this.rows.some((row) => row.kind === "draw");
  });
  /** The piles that an amphora opens once more, each with what leads there. */
  amphora = $derived.by((): Row[] => {
    const { mine, guided, ahead } = this.table;
    if (!mine || guided) return [];
    return ahead.flatMap(({ lead: [first], choices }) =>
      expand(choices).flatMap((row) => (row.kind === "draw" ? [{ ...row, lead: first }] : [])),
    );
  });

  /** Begin afresh: the position has changed. */
  clear(): void {
    this.pointed = null;
    this.#seen = null;
    clearTimeout(this.#pointing);
    this.asking = false;
    this.paying = null;
    this.spot = "";
    this.turns = 0;
    this.told = null;
    this.#known.clear();
    if (this.looked) this.look(this.looked);
    this.#follow();
    this.pull.settle();
  }

  /** Draw from a pile, and from the same one again as soon as the first building has its place. */
  drawTwice(row: Row): void {
    this.onward = { pile: row.pile ?? "", turn: this.table.view?.turn ?? "" };
    this.choose(row);
  }

  /** Draw again as wished; what has to be decided first keeps the wish waiting. */
  #follow(): void {
    const { mine, view } = this.table;
    const wish = this.onward;
    if (!wish || !view) return;
    if (!mine || view.turn !== wish.turn) this.onward = null;
    else if (view.phase === "turn") {
      this.onward = null;
      const row = this.rows.find(({ kind, pile }) => kind === "draw" && pile === wish.pile);
      if (row) this.choose(row);
    }
  }

  point(row: Row | null): void {
    this.pointed = row;
  }

  /** Decide: a tile is moved there first, a payment may be asked for, everything else is done at once. */
  choose(row: Row): void {
    // where an amphora opens the piles, a second click on a pile may land: it spends nothing
    const rests = row.kind === "draw" && row.lead !== undefined && performance.now() - this.#chosen < REST;
    if (rests) return;
    this.#chosen = performance.now();
    this.told = null;
    const asks = this.asking || prefs.kept.askPay;
    if (row.kind === "place") this.put(row);
    else if (row.lead !== undefined)
      void this.table.play(asks && row.kind === "at" ? [Number(row.lead)] : [Number(row.lead), row.action]);
    else if ((row.ways ?? 0) > 1 && asks && !this.table.guided) void this.#ask(row);
    else void this.table.play(row.then === undefined ? [row.action] : [row.action, row.then]);
  }

  /** Show where a building that is pointed at could stand, and for what price. */
  glanceAt(row: Row | undefined): void {
    clearTimeout(this.#pointing);
    if (row?.kind !== "build" || this.table.guided || this.glance?.building === row.building) return;
    this.#pointing = window.setTimeout(() => void this.#glance(row), PAUSE);
  }

  async #glance(row: Row): Promise<void> {
    const { rev } = this.table;
    const answer = await this.table.send({ type: "preview", action: row.action, then: [] });
    if (answer.type !== "previewed" || this.table.rev !== rev) return;
    const rows = expand(answer.choices).filter((entry) => entry.kind === "at");
    const led = rows.map((entry) => ({ ...entry, lead: row.action }));
    this.#seen = { building: String(row.building), rows: led, rev };
  }

  /** Put the tile on a place; a second click lays it there. With a mouse it has been seen there before the first. */
  put(row: Row, seen = false): void {
    const again = this.laying === row && this.spot !== "";
    this.spot = row.place ?? "";
    if (seen || again) this.lay();
  }

  turn(by: number): void {
    this.turns = (this.turns + by + TURNS) % TURNS;
  }

  /** Turn the tile by the wheel of the mouse, one turn for each notch, and scroll nothing. */
  spin(event: WheelEvent): void {
    event.preventDefault();
    event.stopPropagation();
    this.#scrolled += event.deltaY;
    if (Math.abs(this.#scrolled) < NOTCH) return;
    this.turn(Math.sign(this.#scrolled));
    this.#scrolled = 0;
  }

  /** Lay the tile where it lies for now. */
  lay(): void {
    const row = this.laying;
    const turned = this.rows.find((entry) => entry.kind === "turn" && entry.turns === this.turns);
    if (turned) void this.table.play([turned.action]);
    else if (row) void this.table.play([row.action, Number(row.lay) + this.turns]);
  }

  /** The ways to pay for a space, to choose from. */
  async #ask(row: Row): Promise<void> {
    const { rev } = this.table;
    const answer = await this.table.send({ type: "pays", action: row.action });
    if (answer.type === "payable" && this.table.rev === rev) this.paying = { row, ways: answer.ways };
  }

  /** Back out of what is half done; say whether there was anything. */
  back(): boolean {
    const open = this.paying !== null || this.asking || this.told !== null || this.glance !== null;
    this.#seen = null;
    this.paying = null;
    this.asking = false;
    this.told = null;
    return open;
  }

  /** Look at a space: what building there would cost; an empty name looks away. */
  look(place: string): void {
    clearTimeout(this.#timer);
    this.looked = place;
    this.facts = this.#known.get(place) ?? [];
    if (!place || this.#known.has(place) || this.table.guided || !this.table.you.length) return;
    this.#timer = window.setTimeout(() => void this.#look(place), PAUSE);
  }

  async #look(place: string): Promise<void> {
    if (this.table.wire !== "open") return;
    const answer = await this.table.send({ type: "look", place });
    if (answer.type !== "looked") return;
    this.#known.set(place, answer.facts);
    if (this.looked === place) this.facts = answer.facts;
  }

  /** Say why a click does nothing: the engine's sentence and its clause for a move in the words of the notation. */
  async why(move: string): Promise<void> {
    if (this.table.guided && !this.table.beside) return; // a lesson answers by itself
    const { rev, mine, turn, view } = this.table;
    if (!mine) {
      const waits = this.table.you.length > 0 && (turn?.to_act ?? -2) >= 0;
      if (waits) this.told = { words: t("why.wait", { city: cityTitle(view?.turn ?? "") }), rule: "" };
      return;
    }
    const answer = await this.table.send({ type: "why", move });
    if (answer.type === "reason" && this.table.rev === rev) this.#tell(answer);
  }

  #tell({ legal, code = "", message = "", rule = "" }: Reason): void {
    if (legal) return;
    const early = code === "not_now" && this.table.view?.phase === "turn";
    this.told = { words: early ? t("why.first") : because(code, message), rule };
  }
}
