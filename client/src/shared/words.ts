/** Texts by key in the chosen language, with `{name}` replaced. */

import type { Book, Chair, ChatLine } from "../messages";
import { BOOKS } from "../words/books";
import { de } from "../words/de";
import { en } from "../words/en";
import { fr } from "../words/fr";
import { prefs } from "./prefs.svelte";

export type Key = keyof typeof en;
type Values = Record<string, string | number>;

const CATALOGUES: Record<string, Record<string, string>> = { en, fr, de };
const RULES = { en: new Intl.PluralRules("en"), fr: new Intl.PluralRules("fr"), de: new Intl.PluralRules("de") };

/** A text; with a number `n` among the values the form that the language's plural rules ask for. */
export function t(key: Key, values: Values = {}): string {
  return fill(wording(key, values) ?? en[key], values);
}

/** A text whose key is made of a name the server sent; the name itself if there is none. */
export function named(group: string, name: string, values: Values = {}): string {
  const found = wording(`${group}.${name}`, values);
  return found === undefined ? name : fill(found, values);
}

export const has = (group: string, name: string): boolean => `${group}.${name}` in en;

/** A nation, or in Attika a city-state; with two colors for each, both. */
export const sideTitle = (name: string): string => {
  const each = name.split(" and ").map((one) => named(has("city", one) ? "city" : "nation", one));
  return new Intl.ListFormat(prefs.kept.lang).format(each);
};

/** The game on the table: where its rulebook has a word of its own, that word is said. */
let spoken = "";

export function speakOf(game: string): void {
  spoken = game;
}

/** The text of a key in the chosen language, in the words of the game on the table. */
function wording(key: string, values: Values): string | undefined {
  const { lang } = prefs.kept;
  const own: Record<string, string> = BOOKS[lang]?.[spoken] ?? {};
  return formOf(own, key, values) ?? formOf(CATALOGUES[lang] ?? {}, key, values) ?? (en as Record<string, string>)[key];
}

/** `key.one`, `key.other` and so on if the catalogue has the form that the number asks for, else its plain text. */
function formOf(words: Record<string, string>, key: string, { n }: Values): string | undefined {
  const form = typeof n === "number" ? words[`${key}.${RULES[prefs.kept.lang].select(n)}`] : undefined;
  return form ?? words[key];
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** What the server calls by its plural, by the name that has forms for numbers. */
const SINGLE: Record<string, string> = { coins: "coin", units: "unit", legions: "legion", galleys: "galley" };

/** So many of something, as `2 hills`, on one line. */
export const counted = (group: string, name: string, n: number): string =>
  `${n}\u00a0${named(group, SINGLE[name] ?? name, { n })}`;

/** A share of one as percent, as the language writes it. */
export const percent = (share: number, digits = 1): string =>
  new Intl.NumberFormat(prefs.kept.lang, { style: "percent", maximumFractionDigits: digits })
    .format(share)
    .replace("-", "−");

/** A name and what it means, with the punctuation of the language. */
export const explained = (what: string, about: string): string => t("text.explained", { what, about });

/** The name of a stock. */
export const stockTitle = (good: string): string => (good === "coins" ? t("good.coin.other") : named("good", good));

const GOODS = ["marble", "iron", "gold", "coin"] as const;

/** A price as the server writes it, `3 marble 1 coin` or `1 hill 2 any`, in the chosen language. */
export function goodsText(price: string): string {
  const good = (count: string, name: string): string =>
    counted(has("ground", name) ? "ground" : "good", name, Number(count));
  return price
    .replace(/ (?=\d)/g, ", ")
    .replace(/(\d+) ([a-z]+)/g, (_, count: string, name: string) => good(count, name));
}

/** Amounts of goods of a row, `give-marble` and so on, as a text. */
export function amounts(row: Record<string, string | number | undefined>, prefix = ""): string {
  const parts = GOODS.filter((good) => row[prefix + good]).map((good) =>
    counted("good", good, Number(row[prefix + good])),
  );
  return parts.join(", ") || t("price.free");
}

export function failure(code: string, message = ""): string {
  return has("err", code) ? named("err", code) : t("err.other", { message: message || code });
}

/** Why something cannot be: the server's own sentence in English, else ours for its code. */
export function because(code: string, message: string): string {
  return prefs.kept.lang !== "en" && has("why", code) ? named("why", code) : message;
}

/** What a bot sees in a decision, phrase by phrase. */
export const gains = (reason: string): string =>
  reason
    .split(", ")
    .filter(Boolean)
    .map((phrase) => named("gain", phrase))
    .join(", ");

/** A bot by a name that says how it plays. */
export const botTitle = (name: string): string => (has("bot", name) ? named("bot", name) : name);

/** A rulebook by its name in the chosen language; by its own if there is none. */
export const bookTitle = ({ id, title }: Pick<Book, "id" | "title">): string =>
  has("title", id) ? named("title", id) : title;

/** A board by its name in the chosen language; by its own if there is none. */
export const boardTitle = (id: string, own = id): string => (has("board", id) ? named("board", id) : own);

/** Who sits in a chair: a person by name, a bot, or the bot that plays for somebody who is away. */
export function chairTitle(chair: Chair | undefined): string {
  if (chair?.kind === "bot") return t("seat.bot", { bot: botTitle(chair.bot ?? "") });
  return chair?.bot ? t("seat.away", { bot: botTitle(chair.bot) }) : (chair?.name ?? "");
}

/** What somebody said: a set phrase in the chosen language, anything else as it was written. */
export const saidText = ({ phrase, text }: Pick<ChatLine, "phrase" | "text">): string =>
  phrase && has("phrase", phrase) ? named("phrase", phrase) : text;

/** What happened at the table, as a line of the chat tells it. */
export function tidings({ event, name, text }: Pick<ChatLine, "event" | "name" | "text">): string {
  const code = event === "joined" && text && text !== name ? "tookOver" : (event ?? "");
  const values = { who: name, other: text };
  return code.startsWith("vote.") ? named("vote.ask", code.slice(5), values) : named("tidings", code, values);
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
