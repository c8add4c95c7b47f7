/** Where the nations' stones lie on the rondel: inside their wedges, and none on another. */

import type { View } from "./view";

/** The rondel has eight wedges in every book of the family, from the hub to the rim. */
export const SHARE = (2 * Math.PI) / 8;
export const HUB = 80;
export const RIM = 326;

export const at = (angle: number, radius: number): [number, number] => [
  radius * Math.sin(angle),
  -radius * Math.cos(angle),
];

/** By the number of stones on a wedge: their radius, and rows of them from the hub outwards as radius and number. */
const ROWS: [size: number, ...rows: [number, number][]][] = [
  [30, [142, 1]],
  [26, [146, 2]],
  [23, [105, 1], [148, 2]],
  [20, [108, 2], [150, 2]],
  [19, [108, 2], [156, 3]],
  [19, [104, 1], [144, 2], [184, 3]],
];
/** Before their first turn, the stones wait around the hub's middle. */
const WAITING = [0, 44];

interface Stone {
  name: string;
  x: number;
  y: number;
  size: number;
}

/** The places of so many stones on a wedge. */
function seats(wedge: number, count: number): Omit<Stone, "name">[] {
  const [size, ...rows] = ROWS[Math.min(count, ROWS.length) - 1] ?? [30];
  return rows.flatMap(([radius, many]) =>
    Array.from({ length: many }, (_, place) => {
      // neighbours of a row touch at most: the angle under which one is seen from the middle, and a hair
      const apart = 2 * Math.asin(Math.min(1, (size + 1) / radius));
      const [x, y] = at((wedge + 0.5) * SHARE + apart * (place - (many - 1) / 2), radius);
      return { x, y, size };
    }),
  );
}

export function stonesOf(nations: Pick<View, "nations">["nations"], wedges: string[]): Stone[] {
  const onWedge = new Map<number, string[]>();
  for (const [name, entry] of Object.entries(nations)) {
    const wedge = entry.rondel ? wedges.indexOf(entry.rondel) : -1;
    onWedge.set(wedge, [...(onWedge.get(wedge) ?? []), name]);
  }
  return [...onWedge].flatMap(([wedge, names]) =>
    names.map((name, place): Stone => {
      if (wedge >= 0) return { name, ...(seats(wedge, names.length)[place] ?? { x: 0, y: 0, size: 0 }) };
      const [x, y] = at((2 * Math.PI * place) / names.length, WAITING[names.length > 1 ? 1 : 0] ?? 0);
      return { name, x, y, size: 20 };
    }),
  );
}
