/** What happened, in sentences: how they are formed, and put together by turn. */

import type { LogLine } from "../messages";
import type { Look } from "./looks";
import { t, type Key } from "./words";

/** One thing that an action brought about, as the server tells it. */
export type News = Record<string, string | number>;

/** How much something matters: an award, something won or lost, a battle, the end. */
export type Tone = "" | "award" | "won" | "lost" | "battle" | "over";

export interface Sentence {
  text: string;
  kind: string;
  tone: Tone;
  /** The drawn sign of what it is about. */
  sign?: string;
  /** Whom it is about: a nation or a city-state. */
  who: string;
  /** Where it happened: regions or spaces. */
  places: string[];
}

/** A step of the log in words; one that changed nothing to be told has no sentences. */
interface Told {
  step: number;
  rule: string;
  sentences: Sentence[];
}

/** The steps of one turn. */
interface TurnTold {
  key: string;
  who: string;
  round: number;
  steps: Told[];
}

/** What happened since somebody last decided: the most important first, and what each of the others chose. */
export interface Account {
  sentences: Pick<Sentence, "text" | "tone" | "sign">[];
  chosen: { who: string; text: string }[];
}

/** Who tells what happened at a table, in the words of its game. */
export interface Herald {
  tell: (news: News[]) => Sentence[];
  /** Whose turn begins. */
  whose: (entry: News) => string;
  title: (who: string) => string;
  look: (who: string) => Look | undefined;
  account: (news: News[]) => Account;
}

/** Choose the forms of a sentence: `[you|they]`. */
export const form = (text: string, you: boolean): string =>
  text.replace(/\[([^\]|]*)\|([^\]|]*)\]/g, (_, mine: string, theirs: string) => (you ? mine : theirs));

/** A sentence with a subject, in the form for you or for others. */
export const said = (key: Key, you: boolean, values: Record<string, string | number> = {}): string =>
  form(t(key, values), you);

/** The news since the last decision of one of our seats. */
export function newsSince(log: LogLine[], you: number[]): News[] {
  const last = log.findLastIndex((line) => you.includes(line.seat));
  const own = last < 0 ? [] : newsOf(log[last] as LogLine);
  const begins = own.findIndex(({ kind }) => kind === "turn");
  return [...(begins < 0 ? [] : own.slice(begins + 1)), ...log.slice(last + 1).flatMap(newsOf)];
}

const newsOf = (line: LogLine): News[] => line.news ?? [];
export const text = (entry: News, key: string): string => String(entry[key] ?? "");
export const count = (entry: News, key: string): number => Number(entry[key] ?? 0);

/** Put details after a sentence; none leave it as it is. */
export function detailed(sentence: string, details: string[]): string {
  const known = details.filter(Boolean);
  return known.length ? t("news.details", { text: sentence, details: known.join(", ") }) : sentence;
}

/** Put the log together by turn; each turn begins where the news say so. */
export function turnsTold(lines: LogLine[], { tell, whose }: Herald): TurnTold[] {
  const found: TurnTold[] = [];
  const add = (line: LogLine, sentences: Sentence[]): void => {
    if (!sentences.length) return;
    if (!found.length) found.push({ key: `${line.step}`, who: line.who ?? "", round: 0, steps: [] });
    found.at(-1)?.steps.push({ step: line.step, rule: line.rule ?? "", sentences });
  };
  for (const line of lines) {
    const news = newsOf(line);
    const begins = news.findIndex(({ kind }) => kind === "turn");
    if (begins < 0) {
      add(line, tell(news));
      continue;
    }
    const entry = news[begins] as News;
    add(line, tell(news.slice(0, begins)));
    found.push({ key: `${line.step} ${whose(entry)}`, who: whose(entry), round: count(entry, "round"), steps: [] });
    add({ ...line, rule: "" }, tell(news.slice(begins + 1)));
  }
  return found;
}

/** A step in one line: what it brought about before the next turn begins. */
export function stepTold(line: LogLine | null | undefined, { tell }: Herald): string {
  const news = line ? newsOf(line) : [];
  const begins = news.findIndex(({ kind }) => kind === "turn");
  const own = tell(begins < 0 ? news : news.slice(0, begins));
  return own.map((sentence) => sentence.text).join(". ");
}

/** The herald of a game that tells its moves as texts. */
export const plainHerald: Herald = {
  tell: (news) =>
    news.map((entry) => ({
      text:
        entry.kind === "over" ? t("prompt.over") : t("log.by", { who: text(entry, "who"), what: text(entry, "text") }),
      kind: text(entry, "kind"),
      tone: entry.kind === "over" ? "over" : "",
      who: text(entry, "who"),
      places: [],
    })),
  whose: (entry) => text(entry, "who"),
  title: (who) => who,
  look: () => undefined,
  account: () => ({ sentences: [], chosen: [] }),
};
