/** Counts the clicks of a recorded game of Attika: one for each decision, and with what one click can do now. */

import { expand, type Row } from "../src/shared/choices";
import type { Decision } from "./clicks";

const decidedIn = (decision: Decision | undefined): Row | undefined =>
  decision && expand(decision.choices).find((row) => row.action === decision.action);
const ofOneTurn = (one: Decision | undefined, other: Decision | undefined): boolean =>
  one !== undefined && other !== undefined && one.seat === other.seat && one.turn === other.turn;
const drawsFrom = (decision: Decision | undefined): string[] =>
  expand(decision?.choices).flatMap((row) => (row.kind === "draw" ? [row.pile ?? ""] : []));

/** The decisions after which the next building is drawn at once, from the pile of the last one if it can be. */
const SETTLED = ["draw", "build", "store", "amphora-draw", "turn"];

/** What the players count with: the pile each has drawn from last, and who has asked once to draw again at once. */
interface Hands {
  pile: Map<number, string>;
  asked: Set<number>;
}

/** Whether a draw comes by itself after the decision before it. */
function follows(decisions: Decision[], at: number, { pile }: Hands): boolean {
  const [before, now] = [decisions[at - 1], decisions[at]];
  const row = decidedIn(now);
  const last = decidedIn(before);
  if (row?.kind !== "draw" || !last || !ofOneTurn(before, now) || !SETTLED.includes(last.kind)) return false;
  const piles = drawsFrom(now);
  const same = pile.get(now?.seat ?? -1) ?? "";
  return row.pile === (piles.includes(same) ? same : piles[0]);
}

/** The clicks of a draw: none if it comes by itself; who wishes that for the first time clicks once to say so. */
function drawing(decisions: Decision[], at: number, hands: Hands): number {
  const seat = decisions[at]?.seat ?? -1;
  const free = follows(decisions, at, hands);
  const asked = hands.asked.has(seat);
  hands.pile.set(seat, decidedIn(decisions[at])?.pile ?? "");
  if (free) hands.asked.add(seat);
  return free && asked ? 0 : 1;
}

/** How many decisions a click plays: a building and its space, a tile and how it is turned. */
function played(decisions: Decision[], at: number): number {
  const [row, next] = [decidedIn(decisions[at]), decidedIn(decisions[at + 1])];
  // a building that is pointed at shows its spaces; a tile lies where the mouse is, turned by its wheel
  const built = row?.kind === "build" && row.place === undefined && next?.kind === "at";
  const laid = row?.kind === "place" && next?.kind === "turn";
  return built || laid ? 2 : 1;
}

/** The clicks of a whole game now. */
export function clicksNow(decisions: Decision[]): number {
  const hands: Hands = { pile: new Map(), asked: new Set() };
  let clicks = 0;
  for (let at = 0; at < decisions.length;) {
    clicks += decidedIn(decisions[at])?.kind === "draw" ? drawing(decisions, at, hands) : 1;
    at += played(decisions, at);
  }
  return clicks;
}
