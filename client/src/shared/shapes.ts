/** Arrows and rings on a board, whatever board it is. */

import type { LogLine } from "../messages";

/** A ring around a place, or an arrow to it. A place is named, or numbered, as its board has it. */
export interface Shape {
  to: string | number;
  from?: string | number;
  colour: string;
  /** Drawn in dashes: what somebody could do, not what is meant to be done. */
  dashed?: boolean;
}

/** A shape as a study keeps it: `Tyros` is a ring, `Tyros > Paphos` an arrow. */
export function shapeOf(text: string, colour: string): Shape {
  const [one = "", other] = text.split(" > ");
  return other === undefined ? { to: one, colour } : { from: one, to: other, colour };
}

/** What decisions do on the board: an arrow for a move, a ring for everything else that has a place. */
export function shapesIn(log: LogLine[], colour: string, dashed = false): Shape[] {
  const found = new Map<string, Shape>();
  for (const { parts = {} } of log) {
    const to = parts.kind === "move" ? parts.to : (parts.region ?? parts.place);
    if (to === undefined) continue;
    const from = parts.kind === "move" ? parts.from : undefined;
    found.set(`${from ?? ""} ${to}`, { to, ...(from !== undefined && { from }), colour, dashed });
  }
  return [...found.values()];
}
