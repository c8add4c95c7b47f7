/** The position of Attika as the server shows it, and decisions in words. */

import type { Row } from "../shared/choices";
import { goodsText, has, named, t } from "../shared/words";
import { spacesOf } from "./lists";
import { hexIn } from "./signs";

export interface City {
  seat: number;
  hand: Record<string, number> | number;
  stored: Record<string, number>;
  buildings: Record<string, string>;
  piles: Record<string, number>;
  amphorae: number;
  rewarded: string[];
  colonies: number;
}

export interface AttikaView {
  game: string;
  phase: string;
  turn: string;
  to_act?: string;
  "draw pile": number;
  discard: Record<string, number>;
  amphorae: number;
  tiles: [string, number, number, number][];
  shrines: [number, number][];
  cities: Record<string, City>;
  pending?: string;
  tile?: string;
  site?: string;
  paid?: Record<string, number>;
  left?: number;
  mode?: string;
}

export const SIZE = 50;
export const spot = (q: number, r: number): [number, number] => [SIZE * Math.sqrt(3) * (q + r / 2), SIZE * 1.5 * r];
export const corners = (size: number): string =>
  "M" + [0, 1, 2, 3, 4, 5].map((k) => `${(size * Math.sin((Math.PI * k) / 3)).toFixed(1)} ${(-size * Math.cos((Math.PI * k) / 3)).toFixed(1)}`).join("L") + "z";

export const LOOKS = [
  { colour: "#1f2f7a", ink: "#ffffff", emblem: "star" },
  { colour: "#a52e14", ink: "#ffffff", emblem: "laurel" },
  { colour: "#2b7d5c", ink: "#ffffff", emblem: "tree" },
  { colour: "#7d4aa6", ink: "#ffffff", emblem: "murex" },
];

/** The landscape printed on a space, by its name. */
export function groundAt(view: AttikaView, place: string): string {
  const space = view.tiles.flatMap(([name, q, r, turns]) => spacesOf(name, q, r, turns)).find(({ q, r }) => `${q},${r}` === place);
  return space ? named("ground", space.terrain) : "";
}

export const cityTitle = (name: string): string => named("city", name);

/** A decision of Attika in words, from its text. */
export function describe(text: string): string {
  const [verb = "", ...rest] = text.split(" ");
  const what = rest.join(" ");
  const key = verb === "amphora" ? `${verb}-${what}` : turnsOf(text) === 0 ? "unturned" : verb;
  if (!has("attika", key)) return text;
  const kind = what.replace(/ ?(?:at )?-?\d+,-?\d+.*$/, "").replace(/ choosing.*$/, "");
  return named("attika", key, { what: thing(kind), n: verb === "turn" ? 60 * turnsOf(text) : what });
}

/** How often a tile is turned by a sixth, if that is what is decided; else -1. */
export const turnsOf = (text: string): number => Number(/^turn (\d)/.exec(text)?.[1] ?? -1);

/** A decision of the log in words: what was done, and on what landscape as far as that is known. */
export function logText(view: AttikaView, text: string): string {
  if (text.startsWith("place ")) return t("attika.placed");
  const done = text.startsWith("at ") ? t("attika.built") : describe(text);
  const ground = groundAt(view, hexIn(text));
  return ground ? `${done} → ${ground}` : done;
}

const thing = (name: string): string => (has("kind", name) ? named("kind", name) : has("ground", name) ? named("ground", name) : has("pile", name) ? named("pile", name) : name);

/** What a payment under way owes and what is laid so far. */
export function dueText(owed: string, paid: Record<string, number> = {}): { owed: string; laid: string } {
  const laid = Object.entries(paid).map(([terrain, count]) => `${count} ${terrain}`).join(" ");
  return { owed: goodsText(owed), laid: laid ? goodsText(laid) : t("pay.nothing") };
}

export const priceOf = (row: Row): string => (row.price ? goodsText(row.price) : t("price.free"));
/** How many cards a price asks for. */
export const cardsOf = (price: string): number => (price.match(/\d+/g) ?? []).reduce((sum, text) => sum + Number(text), 0);
export const total = (cards: Record<string, number> | number): number =>
  typeof cards === "number" ? cards : Object.values(cards).reduce((sum, count) => sum + count, 0);
