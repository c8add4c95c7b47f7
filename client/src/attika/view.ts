/** The position of Attika as the server shows it, and decisions in words. */

import type { LogLine } from "../messages";
import type { Row } from "../shared/choices";
import type { Look } from "../shared/looks";
import type { AttikaView } from "../views";
import { goodsText, named, t } from "../shared/words";
import { spacesOf } from "./lists";

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
  { colour: "#1f2f7a", ink: "#ffffff", emblem: "star", number: 0 },
  { colour: "#a52e14", ink: "#ffffff", emblem: "laurel", number: 1 },
  { colour: "#2b7d5c", ink: "#ffffff", emblem: "tree", number: 2 },
  { colour: "#7d4aa6", ink: "#ffffff", emblem: "murex", number: 3 },
];
export const lookOf = (seat: number): Look => LOOKS[seat % LOOKS.length] as Look;

/** The landscape printed on a space, by its name. */
function groundAt(view: AttikaView, place: string): string {
  const space = view.tiles
    .flatMap(([name, q, r, turns]) => spacesOf(name, q, r, turns))
    .find(({ q, r }) => `${q},${r}` === place);
  return space ? named("ground", space.terrain) : "";
}

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

/** A decision of the log in words: what was done, and on what landscape as far as that is known. */
export function logText(view: AttikaView, line: LogLine): string {
  if (!line.parts) return t("log.hidden");
  const parts = line.parts as unknown as Parts;
  if (parts.kind === "place") return t("attika.placed");
  const done = parts.kind === "at" ? t("attika.built") : describe(parts);
  const ground = parts.place ? groundAt(view, parts.place) : "";
  return ground ? `${done} → ${ground}` : done;
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

export const priceOf = (row: Row): string => (row.price ? goodsText(row.price) : t("price.free"));
/** How many cards a price asks for. */
export const cardsOf = (price: string): number =>
  (price.match(/\d+/g) ?? []).reduce((sum, text) => sum + Number(text), 0);
export const total = (cards: Record<string, number> | number): number =>
  typeof cards === "number" ? cards : Object.values(cards).reduce((sum, count) => sum + count, 0);
