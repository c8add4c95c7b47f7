import { readFileSync } from "node:fs";

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import type { Scene } from "../../src/antike/describe";
import type { LogLine } from "../../src/messages";
import type { Language } from "../../src/shared/prefs.svelte";
import type { News } from "../../src/shared/sentences";

let antike: typeof import("../../src/antike/news");
let attika: typeof import("../../src/attika/news");
let told: typeof import("../../src/shared/sentences");
let words: typeof import("../../src/shared/words");
let prefs: typeof import("../../src/shared/prefs.svelte").prefs;

beforeAll(async () => {
  vi.stubGlobal("navigator", { language: "en" });
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined }));
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  antike = await import("../../src/antike/news");
  attika = await import("../../src/attika/news");
  told = await import("../../src/shared/sentences");
  words = await import("../../src/shared/words");
  ({ prefs } = await import("../../src/shared/prefs.svelte"));
});
afterAll(() => void vi.unstubAllGlobals());

interface Sample {
  book: string;
  board: string;
  news: News;
}
/** One piece of news of every shape that random games come to: `make news` writes them from the engines. */
const SAMPLES = JSON.parse(readFileSync("tests/unit/news.json", "utf8")) as Sample[];
const LANGUAGES: Language[] = ["en", "fr", "de"];

/** A map on which every region is called what it is called. */
const scene = (game: string): Scene => {
  const regions = new Proxy([] as unknown[], {
    get: (_, place) => ({ name: `region ${String(place)}`, titles: {} }),
  });
  const numbers = { get: () => 7 };
  return { board: { regions, numbers, nations: [] }, game, nations: ["Greeks", "Romans"] } as unknown as Scene;
};

const say = ({ book, news }: Sample, mine: boolean): string => {
  words.speakOf(book);
  if (book === "attika") return attika.sentences([news], () => mine)[0]?.text ?? "";
  return antike.sentence(news, { scene: scene(book), mine: () => mine }).text;
};

afterEach(() => {
  prefs.set("lang", "en");
  words.speakOf("");
});

describe("news", () => {
  it("of every shape have a sentence in three languages, for you and for others", () => {
    expect(SAMPLES.length).toBeGreaterThan(400);
    for (const lang of LANGUAGES) {
      prefs.set("lang", lang);
      for (const sample of SAMPLES) {
        for (const mine of [true, false]) {
          const text = say(sample, mine);
          expect([lang, sample.news, text.length > 2]).toEqual([lang, sample.news, true]);
          // no place for a value left, no key, no form left open, nothing undefined
          expect([sample.news, text]).toEqual([
            sample.news,
            expect.not.stringMatching(/[{}[\]|]|undefined|NaN|news\.|attikaNews|won\.|reason\./),
          ]);
        }
      }
    }
  });

  it("say nothing in English elsewhere", () => {
    prefs.set("lang", "en");
    const english = SAMPLES.map((sample) => say(sample, false));
    for (const lang of ["fr", "de"] as const) {
      prefs.set("lang", lang);
      const alike = SAMPLES.filter(
        (sample, place) => say(sample, false) === english[place] && sample.news.kind !== "turn",
      );
      expect(alike).toEqual([]);
    }
  });

  it("address the reader", () => {
    const founded: Sample = {
      book: "antike-2006",
      board: "east",
      news: { kind: "founded", nation: "Arabs", region: "Tomi", cities: 5, marble: 1, iron: 1, gold: 1 },
    };
    expect(say(founded, true)).toBe("You found region 7 for 1\u00a0marble, 1\u00a0iron, 1\u00a0gold: 5 cities");
    expect(say(founded, false)).toBe("The Arabs found region 7 for 1\u00a0marble, 1\u00a0iron, 1\u00a0gold: 5 cities");
    prefs.set("lang", "fr");
    expect(say(founded, true)).toMatch(/^Vous fondez /);
    expect(say(founded, false)).toMatch(/^Les Arabes fondent /);
  });

  it("count a personage towards victory", () => {
    const news = { kind: "personage", nation: "Arabs", personage: "king", count: 1, for: 5, points: 2, target: 9 };
    const text = say({ book: "antike-2006", board: "east", news }, false);
    expect(text).toBe("The Arabs win a king for 5 cities (2 of 9)");
  });
});

describe("forms", () => {
  it("are chosen by who is spoken of", () => {
    expect(told.form("{who} build[|s] it and [win|wins]", true)).toBe("{who} build it and win");
    expect(told.form("{who} build[|s] it and [win|wins]", false)).toBe("{who} builds it and wins");
  });
});

describe("a log", () => {
  const herald = (): ReturnType<typeof antike.heraldOf> =>
    antike.heraldOf({ scene: scene("antike-2006"), mine: () => false }, {});
  const line = (step: number, news: News[]): LogLine => ({ step, seat: 0, text: "x", at: 0, who: "Greeks", news });
  const lines = [
    line(0, [{ kind: "peace", nation: "Greeks", region: "Roma" }]),
    line(1, []),
    line(2, [
      { kind: "personage", nation: "Greeks", personage: "king", count: 1, for: 5, points: 1, target: 9 },
      { kind: "turn", nation: "Romans", round: 2 },
      { kind: "received", nation: "Romans", why: "coin", coin: 1 },
    ]),
  ];

  it("is put together by turn, and what changes nothing is not told", () => {
    const turns = told.turnsTold(lines, herald());
    expect(turns.map(({ who, round, steps }) => [who, round, steps.map(({ step }) => step)])).toEqual([
      ["Greeks", 0, [0, 2]],
      ["Romans", 2, [2]],
    ]);
    expect(told.stepTold(lines[2], herald())).toBe("The Greeks win a king for 5 cities (1 of 9)");
  });

  it("tells a coin for everybody once", () => {
    const coins = ["Greeks", "Romans"].map((nation) => ({ kind: "received", nation, why: "coin", coin: 1 }));
    expect(
      herald()
        .tell(coins)
        .map(({ text }) => text),
    ).toEqual(["Every nation takes 1\u00a0coin from the bank"]);
  });
});

describe("the account before one's turn", () => {
  const voice = { scene: scene("antike-2006"), mine: (nation: string) => nation === "Greeks" };
  const account = (news: News[]): string[] =>
    antike
      .heraldOf(voice, {})
      .account(news)
      .sentences.map(({ text }) => text);

  it("tells the gravest first: what was lost, then what others won", () => {
    const told = account([
      { kind: "wedge", nation: "Romans", wedge: "maneuver1" },
      { kind: "temple", nation: "Romans", region: "Roma", temples: 1 },
      { kind: "personage", nation: "Romans", personage: "king", count: 1, for: 5, points: 3, target: 9 },
      { kind: "conquered", nation: "Romans", other: "Greeks", region: "Attalia", cities: 6 },
      { kind: "moved", nation: "Romans", unit: "legion", count: 1, from: "Roma", to: "Attalia" },
    ]);
    expect(told).toEqual([
      "You lost region 7 to the Romans.",
      "The Romans won a king (3 of 9).",
      "The Romans built a temple in region 7.",
    ]);
  });

  it("says what each of the others chose, and nothing of our own turn", () => {
    const news = [
      { kind: "wedge", nation: "Greeks", wedge: "iron" },
      { kind: "wedge", nation: "Romans", wedge: "maneuver2" },
    ];
    expect(antike.heraldOf(voice, {}).account(news).chosen).toEqual([{ who: "Romans", text: "maneuver" }]);
  });

  it("begins after our last decision, and with what followed from it", () => {
    const line = (step: number, seat: number, news: News[]): LogLine => ({ step, seat, text: "x", at: 0, news });
    const log = [
      line(0, 1, [{ kind: "peace", nation: "Romans", region: "Roma" }]),
      line(1, 0, [
        { kind: "founded", nation: "Greeks", region: "Roma", cities: 4 },
        { kind: "turn", nation: "Romans", round: 2 },
        { kind: "received", nation: "Romans", why: "coin", coin: 1 },
      ]),
      line(2, 1, [{ kind: "wedge", nation: "Romans", wedge: "iron" }]),
    ];
    expect(told.newsSince(log, [0]).map(({ kind }) => kind)).toEqual(["received", "wedge"]);
  });
});
