/** The position of an Antike game as the server shows it, and how its nations look. */

import type { Look } from "../shared/looks";
import type { AntikeNation, AntikeView } from "../views";

export type Nation = AntikeNation;
export type View = AntikeView;

export const total = (counts: Record<string, number> | undefined): number =>
  Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);

const LOOKS: [string, string, string][] = [
  ["#26257c", "#ffffff", "star"],
  ["#a52e14", "#ffffff", "laurel"],
  ["#2fb368", "#ffffff", "tree"],
  ["#b04786", "#ffffff", "murex"],
  ["#f2d544", "#33270c", "crescent"],
  ["#7db0f7", "#122c3d", "sun"],
];

/** How a nation is told apart: by colour, hatch and emblem, as the map's own symbols are numbered. */
export function lookOf(nation: string, board: string[], inPlay: string[]): Look {
  const place = board.includes(nation) ? board.indexOf(nation) : inPlay.indexOf(nation);
  const number = Math.max(0, place) % LOOKS.length;
  const [colour, ink, emblem] = LOOKS[number] ?? ["#26257c", "#ffffff", "star"];
  return { colour, ink, emblem, number };
}

/** The looks of all nations in play. */
export const looksOf = (inPlay: string[], board: string[] = []): Record<string, Look> =>
  Object.fromEntries(inPlay.map((name) => [name, lookOf(name, board, inPlay)]));
