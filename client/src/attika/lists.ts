/** Attika's parts as they are drawn. What is printed on them comes from the server. */

import type { Building } from "../messages";
import { printed } from "../shared/printed";

/** Whoever has seen so many steps needs no tips. */
export const COACHED_STEPS = 80;

/** Words under which the rules reference has what a phase is about. */
const HELP: Record<string, string> = { turn: "turn", place: "tile", rotate: "tile", pay: "card" };
export const helpFor = (phase: string): string => HELP[phase] ?? "build";

export const PILES = ["basic", "1", "2", "3"] as const;
export const TERRAINS = ["water", "forest", "hill", "mountain"] as const;
export type Terrain = (typeof TERRAINS)[number] | "blank";
const LETTERS: Record<string, Terrain> = { W: "water", F: "forest", H: "hill", M: "mountain", "-": "blank" };
export const terrainOf = (letter: string): Terrain => LETTERS[letter] ?? "blank";

/** What a landscape is drawn in: its colour, darkened by day and lit up by lamplight. */
export const inkOf = (terrain: Terrain): string =>
  `color-mix(in srgb, var(--ground-${terrain}) ${terrain === "blank" ? 72 : 26}%, var(--rim))`;

interface Space {
  q: number;
  r: number;
  terrain: Terrain;
}

/** The seven spaces of a tile that lies with its middle at q, r and so many turns. */
export function spacesOf(tile: string, q: number, r: number, turns: number, parts = printed()): Space[] {
  const { tiles = [], spaces = [] } = parts;
  const symbols = tiles.find((entry) => entry.name === tile)?.symbols ?? "-------";
  return spaces.map(([dq = 0, dr = 0], place) => {
    const from = place ? 1 + ((place - 1 + 6 - turns) % 6) : 0;
    return { q: q + dq, r: r + dr, terrain: terrainOf(symbols[from] ?? "-") };
  });
}

export const kinds = (): Building[] => printed().buildings ?? [];
export const groups = (): string[] => printed().groups ?? [];
export const tileCount = (): number => printed().tiles?.length ?? 0;
export const buildingsInAll = (): number => kinds().reduce((sum, kind) => sum + kind.count, 0);

const WAVE = "q7.5-9 15 0t15 0 15 0";
/** Glyphs in strokes, around the origin. */
export const GROUND: Record<Terrain, string> = {
  water: `M-22.5-13${WAVE}M-22.5 3${WAVE}M-22.5 19${WAVE}`,
  forest: "M-13 24V12M-13-24L-25 12H-1zM13 24V14M13-16L3 14H23z",
  hill: "M-30 18Q-14-26 4 10M-8-4Q12-30 30 18M-30 18H30",
  mountain: "M-30 22L-9-22 12 22M-1-6L8-19 30 22M-30 22H30M-15-10L-9-5-4-11",
  blank: "",
};
export const SHRINE = "M0-26L30-8H-30zM-25-4H-17V14H-25zM-9-4H-3V14H-9zM3-4H9V14H3zM17-4H25V14H17zM-30 18H30V25H-30z";
