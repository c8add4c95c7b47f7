/** Counts the clicks of a recorded game: as it was when every step was asked for, and with what one click can do now. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";

import type { Ahead, Group } from "../src/messages";
import { closingOf, isClosing, isPlain, laterOf, sequenceOf, targetsOf, asMove } from "../src/antike/plays";
import { expand, type Row } from "../src/shared/choices";

const ROOT = join(import.meta.dirname, "..", "..");
const PYTHON = process.env.RONDEL_PYTHON ?? join(ROOT, ".venv", "bin", "python");

export interface Decision {
  seat: number;
  turn: number;
  choices: Group[];
  ahead: Ahead[];
  action: number;
}

/** What a page is offered at each decision of a recorded game, and what was decided. */
export function decisionsOf(game: string): Decision[] {
  const record = join(import.meta.dirname, "games", `${game}.game`);
  const text = execFileSync(PYTHON, ["-m", "tools.decisions", record], { cwd: ROOT, maxBuffer: 1 << 28 });
  return String(text)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Decision);
}

/** A gesture: the decisions it plays, and its clicks. */
export interface Gesture {
  plays: number[];
  clicks: number;
}

const several = (row: Row, rows: Row[]): boolean =>
  (row.most ?? 0) > (row.count ?? 0) ||
  rows.some((other) => other !== row && other.kind === "move" && other.from === row.from && other.to === row.to);

/** Units first, then where they go, then how many if that is open. */
const fromOrigin = (row: Row, rows: Row[]): number => (several(row, rows) ? 3 : 2);

/** The gestures of one row for each number of units. */
function gestures(row: Row, play: (count: number) => number[], clicks: number): Gesture[] {
  const from = row.count ?? 1;
  const doubt = row.idle ? 1 : 0; // a wedge that brings nothing is asked about once
  return Array.from({ length: (row.most ?? from) - from + 1 }, (_, place) => ({
    plays: play(from + place),
    clicks: clicks + doubt,
  }));
}

/** One decision after the other, each payment too. */
export function stepByStep({ choices }: Decision): Gesture[] {
  const rows = expand(choices).map(asMove);
  return rows.flatMap((row) =>
    gestures(row, (count) => sequenceOf(row, count, [], true), row.kind === "move" ? fromOrigin(row, rows) : 1),
  );
}

/** What one click plays now. */
export function atOnce({ choices, ahead }: Decision): Gesture[] {
  const rows = expand(choices).map(asMove);
  const later = laterOf(ahead);
  const listed = [...rows, ...later.flatMap((step) => step.rows)].filter((row) => !isClosing(row));
  const targets = targetsOf(listed, null);
  const moving = (row: Row): number => {
    const there = targets.get(row.to ?? -1) ?? [];
    if (there.some((other) => other.kind === "move" && other.from === row.to)) return fromOrigin(row, rows);
    return there.length === 1 && isPlain(row) ? 1 : 2;
  };
  const usual = [...listed, ...closingOf(rows, later)].flatMap((row) =>
    gestures(row, (count) => sequenceOf(row, count, later, false), row.kind === "move" ? moving(row) : 1),
  );
  // another payment takes a click more, and is then asked for
  const otherwise = listed
    .filter((row) => row.then !== undefined)
    .flatMap((row) => gestures(row, (count) => sequenceOf(row, count, later, true), 2));
  return [...usual, ...otherwise];
}

const fits = (plays: number[], decisions: Decision[], at: number): boolean =>
  plays.every((action, place) => {
    const decision = decisions[at + place];
    return decision?.action === action && decision.seat === decisions[at]?.seat;
  });

/** The gestures that replay a game: at each decision the one that gets furthest. */
export function gesturesOf(decisions: Decision[], offered: (decision: Decision) => Gesture[]): Gesture[] {
  const found: Gesture[] = [];
  for (let at = 0; at < decisions.length;) {
    const able = offered(decisions[at] as Decision).filter(({ plays }) => fits(plays, decisions, at));
    const best = able.sort((a, b) => b.plays.length - a.plays.length || a.clicks - b.clicks)[0];
    if (!best) throw new Error(`no gesture plays decision ${at}`);
    found.push(best);
    at += best.plays.length;
  }
  return found;
}

export const clicksOf = (found: Gesture[]): number => found.reduce((sum, { clicks }) => sum + clicks, 0);
