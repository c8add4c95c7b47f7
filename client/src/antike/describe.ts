/** Decisions in words of the chosen language, from the parts the server sends. */

import type { Turn } from "../messages";
import type { Board } from "./board";
import { SIGN_OF } from "../shared/glyphs";
import type { Row } from "../shared/choices";
import { prefs } from "../shared/prefs.svelte";
import { amounts, capital, counted, named, t, type Key } from "../shared/words";
import { chartOf, wedgesOf } from "./lists";

/** What words need to know: the board, the game, and nations as they sit. */
export interface Scene {
  board: Board;
  game: string;
  nations: string[];
}

type Parts = Row;
type Teller = (row: Parts, scene: Scene) => string;

export function regionTitle(scene: Scene, number: number | undefined): string {
  const region = scene.board.regions[number ?? -1];
  if (prefs.kept.modern && region?.modern.en) return region.modern[prefs.kept.lang] ?? region.modern.en;
  return region?.titles[prefs.kept.lang] ?? region?.name ?? "";
}

/** A region with the name that the place has today, where the map shows another one. */
export function regionHint(scene: Scene, number: number): string {
  const modern = scene.board.regions[number]?.modern ?? {};
  const today = modern[prefs.kept.lang] ?? modern.en;
  const title = regionTitle(scene, number);
  return today && today !== title ? `${title} (${today})` : title;
}

/** A region by the name it has on the board. */
export function placeTitle(scene: Scene, name: string): string {
  return regionTitle(scene, scene.board.numbers.get(name));
}

export const nationTitle = (name: string): string => named("nation", name);
export const wedgeName = (game: string, place: number): string => wedgesOf(game)[place] ?? "";
export const wedgeTitle = (name: string): string => named("wedge", name.replace(/\d$/, ""));
const unitTitle = (row: Parts): string => named("unit", row.unit ?? "");
const knowhowTitle = (row: Parts, scene: Scene): string =>
  named("knowhow", chartOf(scene.game)[row.knowhow ?? 0]?.name ?? "");
const cardTitle = (row: Parts): string => named("event", String(row.card ?? ""));

function losses(row: Parts): string {
  const kinds = ["legions", "galleys"].filter((kind) => row[kind]);
  return kinds.map((kind) => counted("unit", kind, Number(row[kind]))).join(", ") || "0";
}

const inRegion =
  (key: Key): Teller =>
  (row, scene) =>
    t(key, { region: regionTitle(scene, row.region), unit: capital(unitTitle(row)), good: goodTitle(row) });

const goodTitle = (row: Parts): string => named("good", String(row.good ?? ""));

const moving: Teller = (row, scene) =>
  t("do.move", {
    count: row.count ?? 1,
    unit: unitTitle(row),
    from: regionTitle(scene, row.from),
    to: regionTitle(scene, row.to),
  });

const TELLERS: Record<string, Teller> = {
  wedge: (row, scene) => t("do.wedge", { wedge: wedgeTitle(wedgeName(scene.game, row.wedge ?? 0)) }),
  pay: (row) => t("do.pay", { goods: amounts(row) }),
  temple: inRegion("do.temple"),
  found: (row, scene) => inRegion(row.good === undefined ? "do.found" : "do.found.good")(row, scene),
  city: inRegion("do.city"),
  "give-up": inRegion("do.give-up"),
  arm: inRegion("do.arm"),
  free: (row, scene) => capital(t("do.free", { unit: unitTitle(row), region: regionTitle(scene, row.region) })),
  rampart: inRegion("do.rampart"),
  architect: inRegion("do.architect"),
  settle: inRegion("do.settle"),
  declare: inRegion("do.declare"),
  learn: (row, scene) => t("do.learn", { knowhow: knowhowTitle(row, scene) }),
  move: moving,
  march: moving,
  lead: inRegion("do.arm"),
  quake: (row, scene) => t("do.playAt", { card: cardTitle(row), region: regionTitle(scene, row.region) }),
  offer: () => t("do.offer"),
  accept: () => t("do.accept"),
  fight: (row, scene) =>
    t("do.fight", {
      nation: nationTitle(scene.nations[row.nation ?? 0] ?? ""),
      unit: unitTitle(row),
      region: regionTitle(scene, row.region),
    }),
  conquer: (row, scene) => t("do.conquer", { region: regionTitle(scene, row.region), losses: losses(row) }),
  lose: (row) => t("do.lose", { n: row.used ?? 0 }),
  trade: (row) => t("do.trade", { give: amounts(row, "give-"), take: amounts(row, "take-") }),
  take: (row) => t("do.take", { personage: named("personage", String(row.personage ?? "")) }),
  "take-good": (row) => t("do.take-good", { good: goodTitle(row) }),
  nation: (row, scene) => t("do.nation", { nation: nationTitle(scene.board.nations[row.nation ?? 0] ?? "") }),
  recruit: (row) => t("do.recruit", { unit: unitTitle(row) }),
  pick: (row) => t("do.pick", { card: cardTitle(row) }),
  draw: (row) => t("do.turn-up", { card: cardTitle(row) }),
  play: (row, scene) =>
    row.region === undefined
      ? t("do.play", { card: cardTitle(row) })
      : t("do.playAt", { card: cardTitle(row), region: regionTitle(scene, row.region) }),
  ask: (row, scene) => t("do.ask", { nation: nationTitle(scene.nations[row.nation ?? 0] ?? "") }),
  done: () => t("act.done"),
  end: () => t("act.endTurn"),
  peace: () => t("act.peace"),
  enter: () => t("act.enter"),
};

export function describe(row: Parts, scene: Scene): string {
  return TELLERS[row.kind]?.(row, scene) ?? row.kind;
}

/** What a payment is for: a wedge, a know-how, or something at a place. */
export function purchaseTitle(purchase: Turn["purchase"], scene: Scene): string {
  if (!purchase) return "";
  const row = purchase as unknown as Parts;
  if (row.kind === "wedge") return wedgeTitle(wedgeName(scene.game, row.wedge ?? 0));
  return row.kind === "learn" ? knowhowTitle(row, scene) : describe(row, scene);
}

const ROW_SIGNS: Record<string, string> = {
  city: "city",
  declare: "swords",
  architect: "temple",
  settle: "city",
  "give-up": "city",
  found: "city",
  temple: "temple",
  rampart: "rampart",
  fight: "swords",
  conquer: "swords",
  peace: "branch",
  recruit: "barracks",
};

/** The drawn sign of a decision, where it is about something that has one. */
export const rowSign = (row: Row, scene: Scene): string =>
  ROW_SIGNS[row.kind] ||
  (row.kind === "learn" && SIGN_OF[chartOf(scene.game)[row.knowhow ?? -1]?.name ?? ""]) ||
  SIGN_OF[String(row.card ?? "")] ||
  String(row.personage ?? "") ||
  (row.unit ?? "");
