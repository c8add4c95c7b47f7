/** What is printed on Attika's tiles and player boards: to be shown, not to be judged by. */

const TILES: Record<string, string> = {
  T01: "-W-F---", T02: "-W--H--", T03: "-W---M-", T04: "HF-----", T05: "-F----M", T06: "-HM----", T07: "WW----F", T08: "WWH----",
  T09: "FW---H-", T10: "-W-F--M", T11: "HW--H--", T12: "-WM--H-", T13: "-WMM---", T14: "-FFH---", T15: "FF--M--", T16: "-F---HM",
  T17: "-F-M-M-", T18: "-HH--M-", T19: "-WFW--H", T20: "-W--FHM", T21: "MWH--M-", T22: "MF-F--H",
};
export const TILE_COUNT = Object.keys(TILES).length;
/** Whoever has seen so many steps needs no tips. */
export const COACHED_STEPS = 80;
export const BUILDINGS_IN_ALL = 30;

export const PILES = ["basic", "1", "2", "3"] as const;
export const TERRAINS = ["water", "forest", "hill", "mountain"] as const;
export type Terrain = (typeof TERRAINS)[number] | "blank";
const LETTERS: Record<string, Terrain> = { W: "water", F: "forest", H: "hill", M: "mountain", "-": "blank" };
export const terrainOf = (letter: string): Terrain => LETTERS[letter] ?? "blank";

const OFFSETS = [[0, 0], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]] as const;

export interface Space {
  q: number;
  r: number;
  terrain: Terrain;
}

/** The seven spaces of a tile that lies with its middle at q, r and so many turns. */
export function spacesOf(tile: string, q: number, r: number, turns: number): Space[] {
  const symbols = TILES[tile] ?? "-------";
  return OFFSETS.map(([dq, dr], place) => {
    const from = place ? 1 + ((place - 1 + 6 - turns) % 6) : 0;
    return { q: q + dq, r: r + dr, terrain: terrainOf(symbols[from] ?? "-") };
  });
}

export interface Kind {
  name: string;
  group: string;
  cost: string;
  mother: string;
  count: number;
}

const kind = (name: string, group: string, cost: string, mother = "", count = 1): Kind => ({ name, group, cost, mother, count });

export const KINDS: Kind[] = [
  kind("Capital", "City", "WFHM"),
  kind("Oracle", "City", "FH", "Capital"),
  kind("Theatre", "City", "WM", "Capital"),
  kind("Tavern", "City", "WF", "Capital"),
  kind("Plaza", "City", "WH", "Capital"),
  kind("Gymnasium", "City", "HM", "Capital"),
  kind("Statue", "City", "FM", "Capital"),
  kind("Market", "City", "WFH", "Plaza"),
  kind("Stadium", "City", "FHM", "Gymnasium"),
  kind("Temple", "City", "WFM", "Statue"),
  kind("Well", "Supply", "W"),
  kind("Cornfield", "Supply", "WH", "Well"),
  kind("Mill", "Supply", "WFH", "Cornfield"),
  kind("Village", "Supply", "WHFF", "Mill"),
  kind("Quarry", "Defence", "HMM"),
  kind("Fortress", "Defence", "HHMM", "Quarry"),
  kind("Tower", "Defence", "HHM", "Fortress", 2),
  kind("Harbour", "Shipping", "WWWF"),
  kind("Ship", "Shipping", "WWF", "Harbour", 3),
  kind("Silver mine", "Mint", "MMM"),
  kind("Mint", "Mint", "WHM", "Silver mine"),
  kind("Vineyard", "Wine", "WHH"),
  kind("Vintner", "Wine", "FFH", "Vineyard"),
  kind("Street", "Streets", "5", "Street", 4),
];
export const GROUPS = ["City", "Supply", "Defence", "Shipping", "Mint", "Wine", "Streets"] as const;

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
