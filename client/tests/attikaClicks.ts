/**
 * Counts the clicks of a recorded game of Attika: one for each decision, and with what one click can do now.
 * Pulling a building to its place, from the press to letting go, counts as one.
 */

import { expand, type Row } from "../src/shared/choices";
import type { Decision } from "./clicks";

const decidedIn = (decision: Decision | undefined): Row | undefined =>
  decision && expand(decision.choices).find((row) => row.action === decision.action);
const ofOneTurn = (one: Decision | undefined, other: Decision | undefined): boolean =>
  one !== undefined && other !== undefined && one.seat === other.seat && one.turn === other.turn;

class Game {
  constructor(readonly decisions: Decision[]) {}

  /** The decision at a place, if it is of the same turn as the one before it. */
  #goesOn(at: number): Row | undefined {
    return ofOneTurn(this.decisions[at - 1], this.decisions[at]) ? decidedIn(this.decisions[at]) : undefined;
  }

  /** The place after the building drawn has been let go on a space, or on the player board. */
  #placed(at: number): number {
    const row = this.#goesOn(at);
    return row?.kind === "store" || (row?.kind === "build" && row.place !== undefined) ? at + 1 : at;
  }

  /** The place after a second draw from the same pile, which follows by itself if `×2` was clicked. */
  #twice(at: number, pile: string | undefined): number {
    const row = this.#goesOn(at);
    return row?.kind === "draw" && row.pile === pile ? at + 1 : at;
  }

  /** The place after what follows the first draw from a pile. */
  #drawn(at: number, pile: string | undefined): number {
    const [placed, again] = [this.#placed(at), this.#twice(at, pile)];
    // what finds no place goes to the player board by itself, and the second building is in hand at once
    return again > at ? this.#placed(again) : this.#twice(placed, pile);
  }

  /** How far one click or pull gets from a decision. */
  reach(at: number): number {
    const row = decidedIn(this.decisions[at]);
    const next = this.#goesOn(at + 1);
    if (row?.kind === "amphora-draw" && next?.kind === "draw") return this.#placed(at + 2);
    if (row?.kind === "draw") return this.#drawn(at + 1, row.pile);
    // a building that is pointed at shows its spaces; a tile lies where the mouse is, turned by its wheel
    const built = row?.kind === "build" && row.place === undefined && next?.kind === "at";
    const laid = row?.kind === "place" && next?.kind === "turn";
    return built || laid ? at + 2 : at + 1;
  }
}

/** The clicks of a whole game now. */
export function clicksNow(decisions: Decision[]): number {
  const game = new Game(decisions);
  let clicks = 0;
  for (let at = 0; at < decisions.length; at = game.reach(at)) clicks += 1;
  return clicks;
}
