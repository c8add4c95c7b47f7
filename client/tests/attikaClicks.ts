/** Counts the clicks of a recorded game of Attika: one for each decision, and with what one click can do now. */

import { expand, type Row } from "../src/shared/choices";
import type { Decision } from "./clicks";

const FULL_TURN = 6;

const decidedIn = ({ choices, action }: Decision): Row | undefined =>
  expand(choices).find((row) => row.action === action);

/** The clicks of a step, and how many decisions it plays. */
function step(decisions: Decision[], at: number): { clicks: number; plays: number } {
  const [row, next] = [decisions[at], decisions[at + 1]].map((decision) => decision && decidedIn(decision));
  // a building that is pointed at shows its spaces: the click on one of them is the only one
  if (row?.kind === "build" && row.place === undefined && next?.kind === "at") return { clicks: 1, plays: 2 };
  // a tile is put on a place, turned, and laid
  if (row?.kind === "place" && next?.kind === "turn") {
    const turns = Number(next.turns ?? 0);
    return { clicks: 2 + Math.min(turns, FULL_TURN - turns), plays: 2 };
  }
  return { clicks: 1, plays: 1 };
}

/** The clicks of a whole game now. */
export function clicksNow(decisions: Decision[]): number {
  let clicks = 0;
  for (let at = 0; at < decisions.length;) {
    const taken = step(decisions, at);
    clicks += taken.clicks;
    at += taken.plays;
  }
  return clicks;
}
