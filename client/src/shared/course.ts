/** Lines of a game's course: what is drawn and what is read at a step. */

import type { Look } from "./looks";

export interface Player {
  name: string;
  title: string;
  seat: number;
  look: Look;
}

/** A player's figures at some steps of the game. */
export interface Line {
  player: Player;
  steps: number[];
  values: number[];
}

/** How far from the upper edge a figure is drawn. */
export const heightOf = (value: number, top: number, high: number): number => high - (value / top) * (high - 6);

/** Round figures up to the highest, for lines across a drawing: at most five. */
export function marksUpTo(top: number): number[] {
  const step = [1, 2, 5, 10, 25, 50].find((size) => top / size <= 5) ?? top;
  return Array.from({ length: Math.floor(top / step) }, (_, place) => (place + 1) * step);
}

/** Draw a line as a path; steps run from 0 to `total`, figures from 0 to `top`. */
export function pathOf(line: Line, total: number, top: number, wide: number, high: number): string {
  const spots = line.steps.map((step, place) => {
    const value = line.values[place] ?? 0;
    return `${((step * wide) / total).toFixed(1)} ${heightOf(value, top, high).toFixed(1)}`;
  });
  return spots.length ? `M${spots.join("L")}` : "";
}

/** Give the figure that held at a step: the last one known by then. */
export function valueAt(line: Line, step: number): number {
  const next = line.steps.findIndex((known) => known > step);
  return line.values[next < 0 ? line.values.length - 1 : Math.max(0, next - 1)] ?? 0;
}
