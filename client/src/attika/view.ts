/** The position of Attika as the server shows it, and decisions in words. */

import type { Row } from "../lib/choices";
import { goodsText, has, named, t } from "../lib/words";

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

/** The space a decision is about. */
export function hexOf(row: Row): string | null {
  return /(-?\d+,-?\d+)/.exec(row.text ?? "")?.[1] ?? null;
}

export const cityTitle = (name: string): string => named("city", name);

/** A decision of Attika in words, from its text. */
export function describe(text: string): string {
  const [verb = "", ...rest] = text.split(" ");
  const what = rest.join(" ");
  const place = /(-?\d+,-?\d+)/.exec(what)?.[1] ?? "";
  const key = verb === "amphora" ? `${verb}-${what}` : verb === "build" && place ? "buildAt" : verb;
  if (!has("attika", key)) return text;
  const kind = what.replace(/ ?(?:at )?-?\d+,-?\d+.*$/, "").replace(/ choosing.*$/, "");
  return named("attika", key, { what: thing(kind), place, n: /turn (\d)/.exec(text)?.[1] ?? what });
}

const thing = (name: string): string => (has("kind", name) ? named("kind", name) : has("ground", name) ? named("ground", name) : has("pile", name) ? named("pile", name) : name);

export const priceOf = (row: Row): string => (row.price ? goodsText(row.price) : t("price.free"));
/** How many cards a price asks for. */
export const cardsOf = (price: string): number => (price.match(/\d+/g) ?? []).reduce((sum, text) => sum + Number(text), 0);
export const total = (cards: Record<string, number> | number): number =>
  typeof cards === "number" ? cards : Object.values(cards).reduce((sum, count) => sum + count, 0);
