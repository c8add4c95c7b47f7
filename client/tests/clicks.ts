/** Counts the clicks of a recorded game: as it was when every step was asked for, and with what one click can do now. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";

import type { Ahead, Group } from "../src/messages";
import {
  asMove,
  closingOf,
  glanceOf,
  isClosing,
  isPlain,
  laterOf,
  onwardOf,
  sequenceOf,
  targetsOf,
  type Later,
} from "../src/antike/plays";
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

/** Where so few places are in reach, the bar has a button for each number of units. */
const FEW = 9;
const reach = (row: Row, rows: Row[]): Row[] =>
  rows.filter((other) => other.kind === "move" && other.from === row.from);
const several = (row: Row, rows: Row[]): boolean =>
  (row.most ?? 0) > (row.count ?? 0) || reach(row, rows).some((other) => other !== row && other.to === row.to);

/** Units first, then where they go, then how many if that is open; the bar asks for both at once if it has the room. */
const fromOrigin = (row: Row, rows: Row[]): number => (several(row, rows) && reach(row, rows).length >= FEW ? 3 : 2);

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
export function stepByStep(decisions: Decision[], at: number): Gesture[] {
  const rows = rowsAt(decisions, at);
  return rows.flatMap((row) =>
    gestures(row, (count) => sequenceOf(row, count, [], true), row.kind === "move" ? fromOrigin(row, rows) : 1),
  );
}

export const rowsAt = (decisions: Decision[], at: number): Row[] => expand(decisions[at]?.choices).map(asMove);

/** The row that was decided. */
export function decided(decisions: Decision[], at: number): Row | undefined {
  const action = decisions[at]?.action ?? -1;
  return rowsAt(decisions, at).find(
    (row) => row.action <= action && action <= row.action + (row.most ?? 0) - (row.count ?? 0),
  );
}

/** A wedge that is pointed at shows what could be chosen after it: the game tells what that was for the wedge taken. */
function glances(decisions: Decision[], at: number): Gesture[] {
  const row = decided(decisions, at);
  if (row?.kind !== "wedge" || row.idle) return [];
  const lead = sequenceOf(row, 1, [], false);
  const next = decisions[at + lead.length];
  if (!fits(lead, decisions, at) || next?.seat !== decisions[at]?.seat || next?.turn !== decisions[at]?.turn) return [];
  const { rows } = glanceOf(lead, next?.choices ?? [], rowsAt(decisions, at));
  return offers(rows, [{ lead, rows }]);
}

/** What rows are played by: the clicks of a row are those of its region if only one thing can be meant there. */
function offers(rows: Row[], later: Later[]): Gesture[] {
  const targets = targetsOf(rows, null);
  const moving = (row: Row): number => {
    if (onwardOf(rows, row.from ?? null, row.to ?? -1) === row) return 1; // these units are pointed at first
    const there = targets.get(row.to ?? -1) ?? [];
    if (there.some((other) => other.kind === "move" && other.from === row.to)) return fromOrigin(row, rows);
    return there.length === 1 && isPlain(row) ? 1 : 2;
  };
  return rows.flatMap((row) =>
    gestures(row, (count) => sequenceOf(row, count, later, false), row.kind === "move" ? moving(row) : 1),
  );
}

/** What one click plays now. */
export function atOnce(decisions: Decision[], at: number): Gesture[] {
  const rows = rowsAt(decisions, at);
  const later = laterOf(decisions[at]?.ahead);
  const listed = [...rows, ...later.flatMap((step) => step.rows)].filter((row) => !isClosing(row));
  const closing = closingOf(rows, later).flatMap((row) =>
    gestures(row, (count) => sequenceOf(row, count, later, false), 1),
  );
  // another payment takes a click more, and is then asked for
  const otherwise = listed
    .filter((row) => row.then !== undefined)
    .flatMap((row) => gestures(row, (count) => sequenceOf(row, count, later, true), 2));
  return [...offers(listed, later), ...closing, ...otherwise, ...glances(decisions, at)];
}

const fits = (plays: number[], decisions: Decision[], at: number): boolean =>
  plays.every((action, place) => {
    const decision = decisions[at + place];
    return decision?.action === action && decision.seat === decisions[at]?.seat;
  });

/** The gestures that replay a game: at each decision the one that gets furthest. */
export function gesturesOf(
  decisions: Decision[],
  offered: (decisions: Decision[], at: number) => Gesture[],
): Gesture[] {
  const found: Gesture[] = [];
  for (let at = 0; at < decisions.length;) {
    const able = offered(decisions, at).filter(({ plays }) => fits(plays, decisions, at));
    const best = able.sort((a, b) => b.plays.length - a.plays.length || a.clicks - b.clicks)[0];
    if (!best) throw new Error(`no gesture plays decision ${at}`);
    found.push(best);
    at += best.plays.length;
  }
  return found;
}

export const clicksOf = (found: Gesture[]): number => found.reduce((sum, { clicks }) => sum + clicks, 0);
