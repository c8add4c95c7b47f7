/** What happened in a game of Attika, in sentences. */

import type { Counted, Scores } from "../shared/ending";
import {
  count,
  detailed,
  said,
  text,
  type Account,
  type Herald,
  type News,
  type Sentence,
  type Tone,
} from "../shared/sentences";
import { counted, named, t, type Key } from "../shared/words";
import type { AttikaNews, AttikaView } from "../views";
import { buildingsInAll, groups, kinds, TERRAINS } from "./lists";
import { cityTitle, lookOf } from "./view";

/** Which city-states are ours. */
export type Mine = (city: string) => boolean;
type Teller = (entry: News, mine: Mine) => string;

const buildingTitle = (entry: News): string => named("kind", text(entry, "building"));
export const cards = (n: number): string => t("count.card", { n });
const paid = (entry: News): string =>
  TERRAINS.filter((terrain) => entry[terrain])
    .map((terrain) => counted("ground", terrain, count(entry, terrain)))
    .join(", ");

const about =
  (key: Key, values: (entry: News) => Record<string, string | number> = () => ({})): Teller =>
  (entry, mine) => {
    const city = text(entry, "city");
    return said(key, mine(city), { who: mine(city) ? t("news.you") : cityTitle(city), ...values(entry) });
  };

function built(entry: News, mine: Mine): string {
  const told = about("attikaNews.built", () => ({ building: buildingTitle(entry) }))(entry, mine);
  const cost = paid(entry);
  return detailed(cost ? t("news.paid", { text: told, cost }) : t("attikaNews.free", { text: told }), [
    t("attikaNews.count", { n: count(entry, "count"), all: count(entry, "all") }),
    entry.colony ? t("attikaNews.colony") : "",
    entry.shrine ? t("attikaNews.shrine") : "",
  ]);
}

const TELLERS: Record<AttikaNews, Teller> = {
  turn: (entry) => cityTitle(text(entry, "city")),
  takes: about("attikaNews.takes", (entry) => ({ cards: cards(count(entry, "count")) })),
  returned: (entry, mine) => about(`attikaNews.returned.${text(entry, "for")}` as Key)(entry, mine),
  drew: about("attikaNews.drew", (entry) => ({
    building: buildingTitle(entry),
    pile: named("pile", text(entry, "pile")),
  })),
  kept: about("attikaNews.kept", (entry) => ({ building: buildingTitle(entry) })),
  built,
  group: (entry, mine) =>
    about(`attikaNews.group.${text(entry, "reward")}` as Key, () => ({ group: named("group", text(entry, "group")) }))(
      entry,
      mine,
    ),
  card: about("attikaNews.card", (entry) => ({
    cards: counted("ground", text(entry, "terrain"), count(entry, "count") || 1),
  })),
  tile: about("attikaNews.tile"),
  laid: about("attikaNews.laid"),
  linked: about("attikaNews.linked"),
  over: (entry, mine) => (entry.city ? about("attikaNews.over")(entry, mine) : t("news.over.none")),
};

const TONES: Partial<Record<AttikaNews, Tone>> = { group: "award", built: "won", linked: "award", over: "over" };

/** The news of a step as sentences. */
export const sentences = (news: News[], mine: Mine): Sentence[] =>
  news.map((entry) => {
    const kind = text(entry, "kind") as AttikaNews;
    return {
      text: TELLERS[kind](entry, mine),
      kind,
      tone: TONES[kind] ?? "",
      who: text(entry, "city"),
      places: [text(entry, "place")].filter(Boolean),
    };
  });

/** What the other city-states did since the reader last decided. */
function account(news: News[], cities: string[], mine: Mine): Account {
  const told: Account["sentences"] = [];
  for (const name of cities.filter((city) => !mine(city))) {
    const own = (kind: AttikaNews): News[] => news.filter((entry) => entry.kind === kind && entry.city === name);
    const city = cityTitle(name);
    const list = (kind: AttikaNews): string => own(kind).map(buildingTitle).join(", ");
    for (const entry of own("group"))
      if (entry.reward === "amphora")
        told.push({ text: t("account.group", { city, group: named("group", text(entry, "group")) }), tone: "award" });
    if (own("built").length) told.push({ text: t("account.built", { city, buildings: list("built") }), tone: "won" });
    if (own("kept").length) told.push({ text: t("account.drew", { city, buildings: list("kept") }), tone: "" });
    const taken = own("takes").reduce((sum, entry) => sum + count(entry, "count"), 0);
    if (taken) told.push({ text: t("account.took", { city, cards: cards(taken) }), tone: "" });
    if (own("laid").length) told.push({ text: t("account.laid", { city }), tone: "" });
  }
  return { sentences: told, chosen: [] };
}

/** Who tells what happens at a table of Attika. */
export function heraldOf(view: AttikaView, you: number[]): Herald {
  // a player who leads several cities is told which one it is about
  const mine: Mine = (city) => you.length === 1 && you[0] === view.cities[city]?.seat;
  return {
    tell: (news) => sentences(news, mine),
    whose: (entry) => text(entry, "city"),
    title: cityTitle,
    look: (who) => (view.cities[who] ? lookOf(view.cities[who].seat) : undefined),
    account: (news) => account(news, Object.keys(view.cities), mine),
  };
}

/** The buildings that a city has once it placed one. */
export const buildingsIn: Counted = (entry) =>
  entry.kind === "built" ? { who: text(entry, "city"), value: count(entry, "count"), by: 1 } : null;

/** Buildings by group. */
export function scoresOf(view: AttikaView): Scores {
  const groupOf = new Map(kinds().map((kind) => [kind.name, kind.group]));
  return {
    columns: groups().map((name) => ({ name, icon: "", label: named("group", name) })),
    rows: Object.entries(view.cities).map(([who, city]) => {
      const built = Object.values(city.buildings);
      return {
        who,
        seat: city.seat,
        cells: groups().map((group) => built.filter((kind) => groupOf.get(kind) === group).length),
        total: built.length,
        of: buildingsInAll(),
        lit: -1,
      };
    }),
  };
}
