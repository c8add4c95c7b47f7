/** Texts by key in the chosen language, with `{name}` replaced. */

import type { Book, Chair } from "../messages";
import { de } from "../words/de";
import { en } from "../words/en";
import { fr } from "../words/fr";
import { prefs } from "./prefs.svelte";

export type Key = keyof typeof en;
type Values = Record<string, string | number>;

const CATALOGUES: Record<string, Record<string, string>> = { en, fr, de };

export function t(key: Key, values: Values = {}): string {
  return fill(CATALOGUES[prefs.kept.lang]?.[key] ?? en[key], values);
}

/** A text whose key is made of a name the server sent; the name itself if there is none. */
export function named(group: string, name: string, values: Values = {}): string {
  const key = `${group}.${name}`;
  const found = CATALOGUES[prefs.kept.lang]?.[key] ?? (en as Record<string, string>)[key];
  return found === undefined ? name : fill(found, values);
}

export const has = (group: string, name: string): boolean => `${group}.${name}` in en;

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A good by its name, one or several of it. */
function goodTitle(count: number, name: string): string {
  if (name === "any" && count === 1) return t("good.anyOne");
  return named("good", name === "coin" && count !== 1 ? "coins" : name);
}

const GOODS = ["marble", "iron", "gold", "coin"] as const;

/** A price as the server writes it, `3 marble 1 coin` or `1 hill 2 any`, in the chosen language. */
export function goodsText(price: string): string {
  const good = (count: string, name: string): string => (has("ground", name) ? named("ground", name) : goodTitle(Number(count), name));
  return price.replace(/ (?=\d)/g, ", ").replace(/(\d+) ([a-z]+)/g, (_, count: string, name: string) => `${count} ${good(count, name)}`);
}

/** Amounts of goods of a row, `give-marble` and so on, as a text. */
export function amounts(row: Record<string, string | number | undefined>, prefix = ""): string {
  const parts = GOODS.filter((good) => row[prefix + good]).map((good) => `${row[prefix + good]} ${goodTitle(Number(row[prefix + good]), good)}`);
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
  reason.split(", ").filter(Boolean).map((phrase) => named("gain", phrase)).join(", ");

/** A bot by a name that says how it plays. */
export const botTitle = (name: string): string => (has("bot", name) ? named("bot", name) : name);

/** A rulebook by its name in the chosen language; by its own if there is none. */
export const bookTitle = ({ id, title }: Pick<Book, "id" | "title">): string => (has("title", id) ? named("title", id) : title);

/** Who sits in a chair: a person by name, a bot, or the bot that plays for somebody who is away. */
export function chairTitle(chair: Chair | undefined): string {
  if (chair?.kind === "bot") return t("seat.bot", { bot: botTitle(chair.bot ?? "") });
  return chair?.bot ? t("seat.away", { bot: botTitle(chair.bot) }) : (chair?.name ?? "");
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
