/** A building pulled onto the board in one movement: from its pile, where it is drawn on the way, or from the player board. */

import type { Row } from "../shared/choices";
import { REST } from "../shared/guard.svelte";
import type { Table } from "../shared/table.svelte";
import type { AttikaView } from "../views";

/** What has moved less is a click. */
const SLACK = 8;
/** What passes over the board more quickly is a swipe, which draws nothing. */
const STAY = 120;

/** The hand that pulls, as far as it is needed here. */
interface Puller {
  readonly table: Table<AttikaView>;
  rows: Row[];
  onBoard: Row[];
  pointed: Row | null;
  looked: string;
  choose(row: Row): void;
  drawTwice(row: Row): void;
  glanceAt(row: Row): void;
  point(row: Row | null): void;
  look(place: string): void;
}

export class Pull {
  /** Where it is now, and whether a finger covers the place. */
  at = $state.raw<{ x: number; y: number; touch: boolean } | null>(null);
  /** What lies under the mouse or the finger: a pile, until its building is known. */
  pile = $state("");
  building = $state("");

  #row: Row | null = null;
  #twice = false;
  #asked = false;
  #since = 0;
  #timer = 0;
  #end = new AbortController();

  constructor(readonly hand: Puller) {}

  /** Take hold of a pile or of a building on the player board. */
  take(event: PointerEvent & { currentTarget: HTMLElement }, row: Row | undefined, twice = false): void {
    if (!row || event.button !== 0 || this.hand.table.guided) return;
    const { currentTarget: held, pointerId, pointerType, clientX, clientY } = event;
    // a finger would hold on to the button, which goes as soon as the building is drawn
    if (held.hasPointerCapture(pointerId)) held.releasePointerCapture(pointerId);
    this.#stop();
    [this.#row, this.#twice] = [row, twice];
    const { signal } = (this.#end = new AbortController());
    const listen = { signal };
    const mine = (act: (event: PointerEvent) => void) => (other: PointerEvent) => {
      if (other.pointerId === pointerId) act(other);
    };
    const moved = mine((now) => {
      if (!this.at && Math.hypot(now.clientX - clientX, now.clientY - clientY) < SLACK) return;
      if (!this.at) this.#begin(row);
      this.at = { x: now.clientX, y: now.clientY, touch: pointerType !== "mouse" };
      this.#over(document.elementFromPoint(now.clientX, now.clientY));
    });
    window.addEventListener("pointermove", moved, listen);
    window.addEventListener("pointerup", mine((now) => this.#drop(now)), listen); // prettier-ignore
    window.addEventListener("pointercancel", mine(() => this.#stop()), listen); // prettier-ignore
  }

  /** After a decision: the building drawn is in hand, or what was pulled is gone. */
  settle(): void {
    if (!this.#asked || !this.at) return;
    const { view, mine, busy } = this.hand.table;
    if (mine && view?.phase === "drawn") {
      this.building = view.pending ?? "";
      this.#since = performance.now();
    } else if (!busy) this.#stop();
  }

  #begin(row: Row): void {
    this.pile = row.pile ?? "";
    this.building = row.kind === "build" ? String(row.building) : "";
    if (this.building) this.hand.glanceAt(row);
  }

  #over(under: Element | null): void {
    if (this.pile && !this.#asked) {
      const board = under?.closest("[data-board]");
      if (!board) clearTimeout(this.#timer);
      if (!board) this.#timer = 0;
      else if (!this.#timer) this.#timer = window.setTimeout(() => this.#draw(), STAY);
      return;
    }
    const place = under?.closest("[data-hex]")?.getAttribute("data-hex") ?? "";
    if (place !== this.hand.looked) this.hand.look(place);
    this.hand.point(this.#goal(under) ?? null);
  }

  #draw(): void {
    if (!this.#row) return;
    this.#asked = true;
    if (this.#twice) this.hand.drawTwice(this.#row);
    else this.hand.choose(this.#row);
  }

  /** The decision that letting go here would take: a space of the board, or the place on the player board. */
  #goal(under: Element | null): Row | undefined {
    if (!this.building) return undefined;
    const place = under?.closest("[data-hex]")?.getAttribute("data-hex");
    if (place) return this.hand.onBoard.find((row) => row.place === place && row.kind !== "place");
    const slot = under?.closest("[data-store] [data-building]")?.getAttribute("data-building");
    return slot === this.building ? this.hand.rows.find((row) => row.kind === "store") : undefined;
  }

  #drop(event: PointerEvent): void {
    if (this.at) {
      this.#swallowClick();
      const row = this.#goal(document.elementFromPoint(event.clientX, event.clientY));
      // what has only just turned up was not seen yet: it stays in hand
      if (row && performance.now() - this.#since > REST) this.hand.choose(row);
      if (this.at.touch) this.hand.look("");
      this.hand.point(null);
    }
    this.#stop();
  }

  /** A press that has moved is no click where it ends. */
  #swallowClick(): void {
    const swallow = (event: Event): void => event.stopPropagation();
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#end.abort();
    this.#timer = this.#since = 0;
    this.#asked = false;
    this.#row = null;
    this.at = null;
    this.pile = this.building = "";
  }
}
