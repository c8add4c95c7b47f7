/** Where another board tile could lie by its shape: a picture to click at, while the server decides. */

import { AROUND } from "../attika/walk";

type Place = readonly [number, number];

/** How many steps lie between two places. */
const apart = ([q, r]: Place, [oq, or]: Place): number =>
  (Math.abs(q - oq) + Math.abs(r - or) + Math.abs(q + r - oq - or)) / 2;

/** Middles from which the seven spaces of a tile cover nothing and touch another tile. */
export function gapsBeside(
  tiles: readonly (readonly [string, number, number, number])[],
  shrines: readonly Place[],
): string[] {
  const middles = tiles.map(([, q, r]): Place => [q, r]);
  const found = new Set<string>();
  for (const [q, r] of middles)
    for (const [number, [dq, dr]] of AROUND.entries()) {
      // three steps out: along one way, or some of them turned aside
      const [sq, sr] = AROUND[(number + 1) % 6] as Place;
      for (let aside = 0; aside < 3; aside++)
        found.add(`${q + (3 - aside) * dq + aside * sq},${r + (3 - aside) * dr + aside * sr}`);
    }
  return [...found].filter((text) => {
    const place = text.split(",").map(Number) as unknown as Place;
    return middles.every((other) => apart(place, other) >= 3) && shrines.every((other) => apart(place, other) >= 2);
  });
}
