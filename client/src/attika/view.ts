/** The position of Attika as the server shows it, and decisions in words. */

import type { LogLine } from "../messages";
import type { Row } from "../shared/choices";
import type { Look } from "../shared/looks";
import { goodsText, named, t } from "../shared/words";
import type { Terrain } from "./lists";

export const SIZE = 50;
export const spot = (q: number, r: number): [number, number] => [SIZE * Math.sqrt(3) * (q + r / 2), SIZE * 1.5 * r];
export const corners = (size: number): string =>
  "M" +
  [0, 1, 2, 3, 4, 5]
    .map(
      (k) => `${(size * Math.sin((Math.PI * k) / 3)).toFixed(1)} ${(-size * Math.cos((Math.PI * k) / 3)).toFixed(1)}`,
    )
    .join("L") +
  "z";

const LOOKS: Look[] = [
  { colour: "#26257c", ink: "#ffffff", emblem: "star", number: 0 },
  { colour: "#a52e14", ink: "#ffffff", emblem: "laurel", number: 1 },
  { colour: "#2b7d5c", ink: "#ffffff", emblem: "tree", number: 2 },
  { colour: "#b04786", ink: "#ffffff", emblem: "murex", number: 3 },
];
export const lookOf = (seat: number): Look => LOOKS[seat % LOOKS.length] as Look;

export const cityTitle = (name: string): string => named("city", name);

type Parts = Pick<Row, "kind" | "building" | "terrain" | "pile" | "turns" | "place">;

/** A decision of Attika in words. */
export function describe(parts: Parts): string {
  return named("attika", parts.turns === 0 ? "unturned" : parts.kind, {
    what: thing(parts),
    n: 60 * (parts.turns ?? 0),
  });
}

/** What a decision is about: a building, a landscape or a pile. */
function thing({ building, terrain, pile }: Parts): string {
  if (building !== undefined) return named("kind", building);
  return terrain !== undefined ? named("ground", terrain) : named("pile", pile ?? "");
}

/** The space that a line of the log is about. */
export const placeIn = (line: LogLine | null | undefined): string => String(line?.parts?.place ?? "");

/** What a payment under way owes and what is laid so far. */
export function dueText(owed: string, paid: Record<string, number> = {}): { owed: string; laid: string } {
  const laid = Object.entries(paid)
    .map(([terrain, count]) => `${count} ${terrain}`)
    .join(" ");
  return { owed: goodsText(owed), laid: laid ? goodsText(laid) : t("pay.nothing") };
}

/** What will go for a decision, in words; a payment that is asked for tells its price. */
export const priceOf = (row: Row): string =>
  row.pays !== undefined ? goodsText(row.pays) : row.price ? goodsText(row.price) : t("price.free");
/** Cards as the server writes them, `2 hill 1 mountain`, one pair for each landscape. */
export const cardsIn = (cards: string): [Terrain, number][] =>
  [...cards.matchAll(/(\d+) ([a-z]+)/g)].map(([, count, name]) => [name as Terrain, Number(count)]);
/** How many cards go. */
export const cardsOf = (text: string): number => cardsIn(text).reduce((sum, [, count]) => sum + count, 0);
export const total = (cards: Record<string, number> | number): number =>
  typeof cards === "number" ? cards : Object.values(cards).reduce((sum, count) => sum + count, 0);
