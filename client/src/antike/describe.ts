/** Decisions in words of the chosen language, from the parts the server sends. */

import type { LogLine } from "../messages";
import type { Board } from "./board";
import type { Row } from "../shared/choices";
import { prefs } from "../shared/prefs.svelte";
import { amounts, capital, counted, goodsText, named, t, type Key } from "../shared/words";
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
  t("do.move", { count: row.count ?? 1, unit: unitTitle(row), from: regionTitle(scene, row.from), to: regionTitle(scene, row.to) });

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
  learn: (row, scene) => t("do.learn", { knowhow: named("knowhow", chartOf(scene.game)[row.knowhow ?? 0]?.name ?? "") }),
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
  peace: () => t("act.peace"),
  enter: () => t("act.enter"),
};

export function describe(row: Parts, scene: Scene): string {
  return TELLERS[row.kind]?.(enrich(row, scene), scene) ?? row.text ?? row.kind;
}

/** What a payment is for, from its text: a wedge, a know-how, or something at a place. */
export function pendingTitle(text: string, scene: Scene): string {
  const [kind = "", ...rest] = text.split(" ");
  if (kind === "rondel") return wedgeTitle(rest.join(" "));
  if (kind === "learn") return named("knowhow", rest.join(" "));
  return kind in TELLERS ? describe({ kind, text, action: -1 }, scene) : "";
}

/** A line of the log; what is hidden from us has no text. */
export function tell(line: LogLine, scene: Scene | null): string {
  if (!line.text) return t("log.hidden");
  return scene && line.parts?.kind ? describe({ ...line.parts, text: line.text } as Row, scene) : line.text;
}

const CARD = /^(?:pick|play|turn-up) (.+)$/;

/** Read places, units and cards out of a decision's text where the server does not send them as parts. */
export function enrich(row: Row, scene: Scene): Row {
  if (row.kind === "march") return { ...row, kind: "move" }; // a special unit moves as others do
  const known = row.region === undefined || scene.board.regions[row.region];
  if (!row.text || (row.region !== undefined && known) || row.from !== undefined) return row;
  const found: Row = { ...row, region: undefined };
  const text = ` ${row.text} `;
  const names = scene.board.regions.map((region) => region.name).filter((name) => text.includes(` ${name} `));
  const name = names.sort((a, b) => b.length - a.length)[0];
  if (name !== undefined) found.region = scene.board.numbers.get(name);
  const unit = /\b(legion|galley)\b/.exec(row.text)?.[1];
  if (unit && !found.unit) found.unit = unit;
  const good = /\b(marble|iron|gold)\b/.exec(row.text)?.[1];
  if (good && ["found", "settle"].includes(row.kind)) found.good ??= good;
  const card = CARD.exec(row.text)?.[1];
  if (card && found.card === undefined) found.card = name ? card.replace(` ${name}`, "") : card;
  return found;
}

export function priceText(row: Parts): string {
  return row.price ? goodsText(row.price) : "";
}
