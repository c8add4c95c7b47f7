/** Units as stacks: one piece for each nation, kind and region, on the slots of the board. */

import type { Board, Region } from "./board";
import type { Nation, View } from "./view";

export interface Stack {
  key: string;
  nation: string;
  kind: "legion" | "galley" | "leader";
  region: number;
  count: number;
  spent: boolean;
  x: number;
  y: number;
}

const LEAN = 38;
/** Half the width of a piece on a phone, and the width of a letter in parts of its height. */
const [HALF, LETTER] = [34, 0.5];

type Spot = [number, number];

/** How much of a piece would lie on the name of a region, as that is drawn on a phone. */
function covered([x, y]: Spot, { name, place }: Region, scale: number): number {
  const [left = 0, top = 0, lines = 0, size = 0] = place.phone;
  const reach = HALF * scale;
  const wide = reach + (LETTER * size * name.length) / Math.max(1, lines) / 2 - Math.abs(x - left);
  const high = reach + (size * lines) / 2 - Math.abs(y - top);
  return Math.max(0, wide) * Math.max(0, high);
}

/** Slots as they are filled: on a phone, where names are large and reach far, first those that leave them free. */
function inOrder(slots: Spot[], board: Board, phone: boolean): Spot[] {
  if (!phone) return slots;
  const weight = (slot: Spot): number =>
    board.regions.reduce((sum, region) => sum + covered(slot, region, board.scale), 0);
  return [...slots].sort((a, b) => weight(a) - weight(b));
}

/** The special unit of a nation next to the others in its region, where a game has one. */
function leaderOf(nation: string, entry: Nation, board: Board, taken: Map<string, number>): Stack[] {
  const region = board.numbers.get(entry.leader ?? "");
  const place = board.regions[region ?? -1]?.place;
  if (region === undefined || !place) return [];
  const slots = [...place.legions, ...place.galleys, place.city];
  const [x, y] = slots[Math.min(taken.get(`legions${entry.leader}`) ?? 0, slots.length - 1)] ?? place.city;
  return [{ key: `${nation} leader`, nation, kind: "leader", region, count: 1, spent: false, x, y }];
}

type Army = "legions" | "galleys";

/** Where the next piece of an army stands in a region: on a free slot, and leaning on others once all are taken. */
function spotFor(army: Army, { place }: Region, rank: number, board: Board, phone: boolean): Spot {
  const slots = place[army].length ? inOrder(place[army], board, phone) : [place.city];
  const [x, y] = slots[rank % slots.length] ?? place.city;
  const lean = Math.floor(rank / slots.length) * LEAN * board.scale;
  return [x + lean, y - lean / 2];
}

/** How many units of an army in a region have moved. */
function moved(view: View, nation: string, army: Army, name: string): number {
  const used = nation === view.turn ? (view.used?.[army]?.[name] ?? []) : [];
  return used.reduce((sum, each) => sum + each, 0);
}

/** The units of a stack that have not moved, and those that have, as far as there are any. */
const halves = (count: number, spent: number): [boolean, number][] =>
  (
    [
      [false, count - spent],
      [true, spent],
    ] as [boolean, number][]
  ).filter(([, many]) => many > 0);

/** Units that have moved lie next to those that have not, unless they can still move (`able`, by kind and region). */
export function stacksOf(view: View, board: Board, phone = false, able = new Set<string>()): Stack[] {
  const found: Stack[] = [];
  const taken = new Map<string, number>();
  for (const [nation, entry] of Object.entries(view.nations)) {
    for (const army of ["legions", "galleys"] as const) {
      for (const [name, count] of Object.entries(entry[army])) {
        const region = board.numbers.get(name);
        const at = board.regions[region ?? -1];
        if (region === undefined || !at || !count) continue;
        const kind = army === "legions" ? "legion" : "galley";
        const spent = able.has(`${kind} ${region}`) ? 0 : moved(view, nation, army, name);
        for (const [isSpent, many] of halves(count, spent)) {
          const rank = taken.get(army + name) ?? 0;
          taken.set(army + name, rank + 1);
          const [x, y] = spotFor(army, at, rank, board, phone);
          const key = `${nation} ${kind} ${name}${isSpent && many < count ? " spent" : ""}`;
          found.push({ key, nation, kind, region, count: many, spent: isSpent, x, y });
        }
      }
    }
    found.push(...leaderOf(nation, entry, board, taken));
  }
  return found;
}
