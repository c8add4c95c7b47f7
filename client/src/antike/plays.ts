/** What a click stands for: the decisions that are sent together, and the rows that a region offers. */

import type { Ahead, Group } from "../messages";
import { actionFor, expand, type Row } from "../shared/choices";

/** Rows of a later step of the same turn, and what must be played to get there. */
export interface Later {
  lead: number[];
  rows: Row[];
}

/** Decisions that end or refuse something: they are buttons, not places. */
const CLOSING = new Set(["done", "peace", "enter"]);
export const isClosing = (row: Row): boolean => CLOSING.has(row.kind);

/** A special unit moves as others do. */
export const asMove = (row: Row): Row => (row.kind === "march" ? { ...row, kind: "move" } : row);

/** Later steps as rows: each knows its step, counted from 1. */
export const laterOf = (ahead: Ahead[] | undefined): Later[] =>
  (ahead ?? []).map(({ lead, choices }, place) => ({
    lead,
    rows: expand(choices).map((row) => ({ ...asMove(row), step: place + 1 })),
  }));

/**
 * What could be chosen after a wedge that is only pointed at: one click on it plays the wedge as well.
 * What can be chosen now is left out.
 */
export const glanceOf = (lead: number[], choices: Group[], now: Row[]): Later => ({
  lead,
  rows: expand(choices)
    .map((row) => ({ ...asMove(row), step: 1, glance: 1 }))
    .filter((row) => !isClosing(row) && !now.some(({ action }) => action === row.action)),
});

/** Everything that one click plays: what leads to the row, the row, and its usual payment unless that is asked for. */
export function sequenceOf(row: Row, count: number, later: Later[], asks: boolean): number[] {
  const lead = row.step ? (later[row.step - 1]?.lead ?? []) : [];
  const action = row.count === undefined ? row.action : actionFor(row, count);
  return [...lead, action, ...(row.then === undefined || asks ? [] : [row.then])];
}

/** What the bar ends with: the closing rows, and the end of the whole turn where later steps could be left out. */
export function closingOf(rows: Row[], later: Later[]): Row[] {
  const now = rows.filter(isClosing);
  const last = later.at(-1)?.rows.find((row) => row.kind === "done");
  if (!last) return now;
  const end = { ...last, kind: "end" };
  // where a later step offers nothing new, Done ends the turn at once
  const empty = later.every((step) => step.rows.every(isClosing));
  return empty ? [...now.filter((row) => row.kind !== "done"), end] : [...now, end];
}

/** The regions that can be clicked, with the rows that each stands for. */
export function targetsOf(rows: Row[], selected: number | null): Map<number, Row[]> {
  const found = new Map<number, Row[]>();
  const add = (region: number | undefined, row: Row): void => {
    if (region !== undefined) found.set(region, [...(found.get(region) ?? []), row]);
  };
  for (const row of rows) {
    if (row.kind !== "move") add(row.region, row);
    else if (selected === null) {
      add(row.from, row);
      add(row.to, row);
    } else if (row.from === selected) add(row.to, row);
  }
  return found;
}

/** Whether a row can be played at once from the map: in this step of the turn, or after the wedge that is pointed at. */
export const isNear = (row: Row): boolean => !row.step || row.glance !== undefined;

/** Whether a row means one thing only: one number of units. */
export const isPlain = (row: Row): boolean => isNear(row) && (row.most ?? 0) <= (row.count ?? 0);

/** The move to a region from another that is held in mind, if only that can be meant by a click there. */
export function onwardOf(rows: Row[], from: number | null, region: number): Row | undefined {
  if (from === null || rows.some((row) => row.kind === "move" && row.from === region)) return undefined;
  const found = rows.filter((row) => row.kind === "move" && row.from === from && row.to === region);
  return found.length === 1 && found[0] && isPlain(found[0]) ? found[0] : undefined;
}
