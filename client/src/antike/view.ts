/** The position of an Antike game as the server shows it. */

import type { Look } from "../shared/looks";

export interface Nation {
  seat: number;
  cities: string[];
  temples: string[];
  legions: Record<string, number>;
  galleys: Record<string, number>;
  marble: number;
  iron: number;
  gold: number;
  coins: number;
  knowhow: string[];
  rondel: string | null;
  personages: Record<string, number>;
  points?: number;
  ramparts?: string[];
  barracks?: Record<string, number> | number;
  cards?: Record<string, number> | number | null;
  leader?: string | null;
  produces?: Record<string, string>;
}

export interface View {
  game: string;
  board: string;
  players: number;
  round: number;
  phase: string;
  turn: string;
  to_act: string;
  nations: Record<string, Nation>;
  used?: Record<string, Record<string, number[]>>;
  place?: string;
  asked?: string;
  pending?: string;
  neutral_temples?: string[];
  bellona?: string;
  open_cards?: Record<string, number>;
  discard?: Record<string, number>;
  winner?: string;
  bank?: { coins?: number; temples?: number; personages?: Record<string, number>; [good: string]: unknown };
}

export const total = (counts: Record<string, number> | undefined): number =>
  Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);

export const pointsOf = (nation: Nation): number => nation.points ?? total(nation.personages);

const LOOKS: [string, string, string][] = [
  ["#1f2f7a", "#ffffff", "star"],
  ["#a52e14", "#ffffff", "laurel"],
  ["#3fae84", "#ffffff", "tree"],
  ["#7d4aa6", "#ffffff", "murex"],
  ["#f2d544", "#33270c", "crescent"],
  ["#6fbdec", "#122c3d", "sun"],
];

/** How a nation is told apart: by colour, hatch and emblem, as the map's own symbols are numbered. */
export function lookOf(nation: string, board: string[], inPlay: string[]): Look {
  const place = board.includes(nation) ? board.indexOf(nation) : inPlay.indexOf(nation);
  const number = Math.max(0, place) % LOOKS.length;
  const [colour, ink, emblem] = LOOKS[number] ?? ["#1f2f7a", "#ffffff", "star"];
  return { colour, ink, emblem, number };
}

/** The looks of all nations in play. */
export const looksOf = (inPlay: string[], board: string[] = []): Record<string, Look> =>
  Object.fromEntries(inPlay.map((name) => [name, lookOf(name, board, inPlay)]));
