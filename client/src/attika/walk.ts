/** Spaces and their neighbours: for the arrow keys, and for those who hear the board. */

export const AROUND: [number, number][] = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

/** Where an arrow leads from a space, the nearest way first: rows of hexes have no straight up and down. */
const WAYS: Record<string, [number, number][]> = {
  ArrowRight: [
    [1, 0],
    [2, -1],
    [1, 1],
  ],
  ArrowLeft: [
    [-1, 0],
    [-2, 1],
    [-1, -1],
  ],
  ArrowUp: [
    [0, -1],
    [1, -1],
    [1, -2],
  ],
  ArrowDown: [
    [0, 1],
    [-1, 1],
    [-1, 2],
  ],
};

/** The place that an arrow key leads to; nothing if the board ends there. */
export function stepFrom(key: string, [q, r]: [number, number], has: (place: string) => boolean): string | undefined {
  return WAYS[key]?.map(([dq, dr]) => `${q + dq},${r + dr}`).find(has);
}

/** The nearest of some places in a direction, where places lie apart. */
export function leapFrom(
  key: string,
  from: [number, number],
  places: [number, number][],
): [number, number] | undefined {
  const [x, y] = flat(from);
  const toward: Record<string, [number, number]> = {
    ArrowRight: [1, 0],
    ArrowLeft: [-1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const [ahead, down] = toward[key] ?? [0, 0];
  let best: [number, number] | undefined;
  let least = Infinity;
  for (const place of places) {
    const [dx, dy] = [flat(place)[0] - x, flat(place)[1] - y];
    const along = dx * ahead + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * ahead);
    if (along <= 0.1 || along + 2 * aside >= least) continue;
    best = place;
    least = along + 2 * aside;
  }
  return best;
}

const flat = ([q, r]: [number, number]): [number, number] => [q + r / 2, r * 0.87];
