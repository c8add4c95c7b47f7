/** What happened in a game of the Antike family, in sentences. */

import type { LogLine } from "../messages";
import type { Counted, Scores } from "../shared/ending";
import { SIGN_OF, wedgeSign } from "../shared/glyphs";
import type { Look } from "../shared/looks";
import type { Account, Herald, News, Sentence, Tone } from "../shared/sentences";
import { count, detailed, said, text } from "../shared/sentences";
import { amounts, counted, named, t, type Key } from "../shared/words";
import type { AntikeNews } from "../views";
import { nationTitle, placeTitle, wedgeTitle, type Scene } from "./describe";
import { PERSONAGES } from "./lists";
import type { View } from "./view";

/** What sentences need to know: names of places, and which nations are ours. */
interface Voice {
  scene: Scene;
  mine: (nation: string) => boolean;
}

type Values = Record<string, string | number>;
type Teller = (entry: News, voice: Voice) => string;

const subject = (nation: string, voice: Voice): string =>
  voice.mine(nation) ? t("news.you") : t("news.the", { nation: nationTitle(nation) });
const object = (nation: string, voice: Voice): string =>
  voice.mine(nation) ? t("news.object.you") : t("news.object.the", { nation: nationTitle(nation) });
const where = (entry: News, voice: Voice, key = "region"): string => placeTitle(voice.scene, text(entry, key));
const some = (kind: string, n: number): string => (n ? counted("unit", kind, n) : "");
/** So many legions and galleys. */
export const units = (legions: number, galleys: number): string =>
  [some("legion", legions), some("galley", galleys)].filter(Boolean).join(", ");
export const goods = (entry: News, prefix = ""): string =>
  ["marble", "iron", "gold", "coin"].some((good) => entry[prefix + good]) ? amounts(entry, prefix) : "";

/** A sentence about a nation, with what it paid. */
const about =
  (key: Key, values: (entry: News, voice: Voice) => Values = () => ({})): Teller =>
  (entry, voice) => {
    const nation = text(entry, "nation");
    const told = said(key, voice.mine(nation), {
      who: subject(nation, voice),
      region: where(entry, voice),
      ...values(entry, voice),
    });
    return told;
  };

/** The same as a purchase: what was paid follows. */
const bought =
  (key: Key, values?: (entry: News, voice: Voice) => Values): Teller =>
  (entry, voice) => {
    const told = about(key, values)(entry, voice);
    const cost = goods(entry);
    return cost ? t("news.paid", { text: told, cost }) : told;
  };

const cities = (entry: News): string => t("news.cities", { n: count(entry, "cities") });
const knowhow = (entry: News): Values => ({ knowhow: named("knowhow", text(entry, "knowhow")) });
const card = (entry: News): Values => ({ card: named("event", text(entry, "card")) });
const oneUnit = (entry: News): Values => ({ units: counted("unit", text(entry, "unit"), count(entry, "count") || 1) });
const lostIn = (entry: News): string => {
  const lost = units(count(entry, "legions"), count(entry, "galleys"));
  return lost && t("news.cost", { units: lost });
};

function battle(entry: News, voice: Voice): string {
  const [lost, fallen] = [count(entry, "lost"), count(entry, "fallen")];
  const unit = text(entry, "unit");
  const other = object(text(entry, "other"), voice);
  if (lost === fallen) return about("news.battle", () => ({ other, units: counted("unit", unit, lost) }))(entry, voice);
  const values = { other, lost: counted("unit", unit, lost), fallen: counted("unit", unit, fallen) };
  return about("news.battle.uneven", () => values)(entry, voice);
}

function conquered(entry: News, voice: Voice): string {
  const other = text(entry, "other");
  const told = voice.mine(other)
    ? about("news.conquered.yours")(entry, voice)
    : about("news.conquered", () => ({ nation: nationTitle(other) }))(entry, voice);
  const fallen = units(count(entry, "fallen-legions"), count(entry, "fallen-galleys"));
  return detailed(told, [
    cities(entry),
    lostIn(entry),
    fallen && t("news.fallen", { units: fallen }),
    count(entry, "temple") ? t("news.templeFalls") : "",
  ]);
}

function founded(entry: News, voice: Voice): string {
  const told = about("news.founded")(entry, voice);
  const cost = goods(entry);
  return detailed(cost ? t("news.paid", { text: told, cost }) : told, [cities(entry)]);
}

/** A personage that was won, as an object: a king. */
export const personage = (entry: News): string =>
  named("won", text(entry, "personage"), { n: count(entry, "count") || 1 });

const won = about("news.personage", (entry) => ({
  what: personage(entry),
  reason: named("reason", entry.extra ? "extra" : text(entry, "personage"), { n: count(entry, "for") }),
  points: count(entry, "points"),
  target: count(entry, "target"),
}));

const TELLERS: Record<AntikeNews, Teller> = {
  chosen: (entry) =>
    said("news.chosen", false, {
      who: t("new.seat", { n: count(entry, "seat") + 1 }),
      nation: nationTitle(text(entry, "nation")),
    }),
  start: about("news.start"),
  turn: (entry, voice) => subject(text(entry, "nation"), voice),
  wedge: bought("news.wedge", (entry) => ({ wedge: wedgeTitle(text(entry, "wedge")) })),
  received: (entry, voice) =>
    about(`news.received.${text(entry, "why")}` as Key, () => ({ goods: goods(entry) }))(entry, voice),
  traded: about("news.traded", (entry) => ({ give: goods(entry, "give-"), take: goods(entry, "take-") })),
  temple: (entry, voice) =>
    detailed(bought("news.temple")(entry, voice), [t("news.temples", { n: count(entry, "temples") })]),
  rampart: bought("news.rampart"),
  armed: (entry, voice) => bought(entry.free ? "news.armed.free" : "news.armed", oneUnit)(entry, voice),
  recruited: bought("news.recruited", oneUnit),
  learned: (entry, voice) => bought(entry.first ? "news.learned.first" : "news.learned", knowhow)(entry, voice),
  moved: about("news.moved", (entry, voice) => ({
    ...oneUnit(entry),
    from: where(entry, voice, "from"),
    to: where(entry, voice, "to"),
  })),
  asked: about("news.asked", (entry, voice) => ({ other: object(text(entry, "other"), voice) })),
  peace: about("news.peace"),
  battle,
  lost: about("news.lost", (entry) => ({ units: units(count(entry, "legions"), count(entry, "galleys")) })),
  announced: about("news.announced"),
  saved: about("news.saved"),
  conquered,
  razed: (entry, voice) => detailed(about("news.razed")(entry, voice), [lostIn(entry)]),
  "gave-up": (entry, voice) =>
    detailed(about("news.gave-up")(entry, voice), [count(entry, "temple") ? t("news.templeReturned") : ""]),
  founded,
  personage: won,
  fell: about("news.fell", (entry) => ({ unit: named("unit", text(entry, "unit")) })),
  "rampart-lost": about("news.rampart-lost"),
  bellona: about("news.bellona"),
  "turned-up": about("news.turned-up", card),
  "took-card": about("news.took-card", card),
  "declined-card": about("news.declined-card"),
  played: (entry, voice) => detailed(about("news.played", card)(entry, voice), [where(entry, voice)]),
  robbed: about("news.robbed", (entry) => ({ goods: goods(entry) })),
  "draw-offered": about("news.draw-offered"),
  "draw-accepted": about("news.draw-accepted"),
  "draw-refused": about("news.draw-refused"),
  over: (entry, voice) => (entry.nation ? about("news.over")(entry, voice) : t("news.over.none")),
};

const TONES: Partial<Record<AntikeNews, Tone>> = {
  personage: "award",
  founded: "won",
  temple: "won",
  conquered: "battle",
  razed: "battle",
  battle: "battle",
  "gave-up": "lost",
  fell: "lost",
  robbed: "lost",
  "rampart-lost": "lost",
  over: "over",
};

/** The signs of news that are always about the same thing. */
const SIGNS: Partial<Record<AntikeNews, string>> = {
  temple: "temple",
  rampart: "rampart",
  "rampart-lost": "rampart",
  recruited: "barracks",
  founded: "city",
  "gave-up": "city",
  asked: "swords",
  battle: "swords",
  announced: "swords",
  conquered: "swords",
  razed: "quake",
  saved: "rampart",
  peace: "branch",
  robbed: "thief",
  traded: "scales",
  over: "wreath",
};

/** The sign of what news is about: the unit, the know-how, the personage, the card, the good. */
function signOf(entry: News): string {
  const part = (key: string): string => text(entry, key);
  const unit = part("unit").replace(/s$/, "");
  const good = ["marble", "iron", "gold"].find((name) => entry[name]) ?? (entry.coin ? "coins" : "");
  return (
    SIGNS[part("kind") as AntikeNews] ||
    part("personage") ||
    (part("wedge") && wedgeSign(part("wedge"))) ||
    SIGN_OF[part("knowhow") || part("card")] ||
    unit ||
    good
  );
}

/** One piece of news as a sentence. */
export function sentence(entry: News, voice: Voice): Sentence {
  const kind = text(entry, "kind") as AntikeNews;
  const ours = kind === "conquered" && voice.mine(text(entry, "other"));
  return {
    text: TELLERS[kind](entry, voice),
    kind,
    tone: ours ? "lost" : (TONES[kind] ?? ""),
    sign: signOf(entry),
    who: text(entry, "nation"),
    places: [text(entry, "region") || text(entry, "to")].filter(Boolean),
  };
}

/** The news of a step as sentences; a coin for everybody is told once. */
export function sentences(news: News[], voice: Voice): Sentence[] {
  const coins = news.filter((entry) => entry.kind === "received" && entry.why === "coin" && entry.coin === 1);
  const all = coins.length > 1 && coins.length === voice.scene.nations.length;
  const found = news.filter((entry) => !all || !coins.includes(entry)).map((entry) => sentence(entry, voice));
  if (all) {
    const told = t("news.received.all", { goods: goods(coins[0] ?? {}) });
    found.push({ text: told, kind: "received", tone: "", sign: "coins", who: "", places: [] });
  }
  return found;
}

/** What is worth telling a player who was away for a round, the gravest first. */
const WORTH: Partial<Record<AntikeNews, number>> = {
  conquered: 1,
  robbed: 1,
  personage: 2,
  battle: 2,
  razed: 3,
  saved: 3,
  learned: 4,
  temple: 5,
};

type Recounted = Account["sentences"][number] & { worth: number };

/** One piece of news for the account; nothing if it does not matter to the reader. */
function recount(entry: News, voice: Voice): Recounted | null {
  const kind = text(entry, "kind") as AntikeNews;
  const [nation, other] = [text(entry, "nation"), text(entry, "other")];
  const values = {
    nation: nationTitle(nation),
    other: nationTitle(other),
    region: where(entry, voice),
    what: personage(entry),
    points: count(entry, "points"),
    target: count(entry, "target"),
    goods: goods(entry),
    units: counted("unit", text(entry, "unit"), count(entry, "fallen")),
    ...knowhow(entry),
  };
  const worth = WORTH[kind];
  if (worth === undefined) return null;
  const told = (key: Key, tone: Tone, grave = worth): Recounted => ({
    text: t(key, values),
    tone,
    sign: signOf(entry),
    worth: grave,
  });
  if (kind === "conquered" && voice.mine(other)) return told("account.conquered.yours", "lost", 0);
  if (kind === "battle") return voice.mine(other) && entry.fallen ? told("account.battle", "lost") : null;
  if (kind === "robbed") return voice.mine(nation) ? told("account.robbed", "lost") : null;
  if (kind === "personage" && voice.mine(nation)) return told("account.mine", "award", 0);
  if (kind === "learned" && !entry.first) return null;
  return voice.mine(nation) ? null : told(`account.${kind}` as Key, TONES[kind] ?? "");
}

/** What happened since the reader last decided. */
function account(news: News[], voice: Voice): Account {
  const told = news.flatMap((entry) => recount(entry, voice) ?? []);
  const founded = voice.scene.nations
    .filter((nation) => !voice.mine(nation))
    .flatMap((nation) => {
      const places = news.filter((entry) => entry.kind === "founded" && entry.nation === nation);
      if (!places.length) return [];
      const regions = places.map((entry) => where(entry, voice)).join(", ");
      return [
        {
          text: t("account.founded", { nation: nationTitle(nation), regions }),
          tone: TONES.wedge ?? "",
          sign: SIGNS.founded ?? "",
          worth: 6,
        },
      ];
    });
  return {
    sentences: [...told, ...founded].sort((one, two) => one.worth - two.worth),
    chosen: news
      .filter((entry) => entry.kind === "wedge" && !voice.mine(text(entry, "nation")))
      .map((entry) => ({ who: text(entry, "nation"), text: wedgeTitle(text(entry, "wedge")) })),
  };
}

/** Who tells what happens at a table of the family. */
export const heraldOf = (voice: Voice | null, looks: Record<string, Look>): Herald => ({
  tell: (news) => (voice ? sentences(news, voice) : []),
  whose: (entry) => text(entry, "nation"),
  title: nationTitle,
  look: (who) => looks[who],
  account: (news) => (voice ? account(news, voice) : { sentences: [], chosen: [] }),
});

/** The points that a nation has once it won personages; there are games in which a general counts twice. */
export const pointsIn: Counted = (entry) => {
  if (entry.kind !== "personage") return null;
  const [value, won] = [count(entry, "points"), count(entry, "count")];
  const twice = entry.personage === "general" && value === 2 * won;
  return { who: text(entry, "nation"), value, by: twice ? value : won };
};

/** Points by personage; the last one won is the one that ended the game. */
export function scoresOf(view: View, log: LogLine[], target: number): Scores {
  const last = log.at(-1)?.news?.findLast(({ kind }) => kind === "personage");
  return {
    columns: PERSONAGES.map((name) => ({ name, icon: name, label: named("personage", name) })),
    rows: Object.entries(view.nations).map(([who, nation]) => ({
      who,
      seat: nation.seat,
      cells: PERSONAGES.map((name) => nation.personages[name] ?? 0),
      total: nation.points,
      of: target,
      lit: last?.nation === who ? PERSONAGES.indexOf(last.personage as (typeof PERSONAGES)[number]) : -1,
    })),
  };
}
