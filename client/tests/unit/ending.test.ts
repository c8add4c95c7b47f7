import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import type { LogLine } from "../../src/messages";
import type { Player } from "../../src/shared/course";
import type { Counted } from "../../src/shared/ending";
import type { Herald, News } from "../../src/shared/sentences";

let ending: typeof import("../../src/shared/ending");

beforeAll(async () => {
  vi.stubGlobal("navigator", { language: "en" });
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined }));
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("location", { pathname: "/", hash: "" });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("window", { addEventListener: () => undefined });
  ending = await import("../../src/shared/ending");
});
afterAll(() => void vi.unstubAllGlobals());

const player = (name: string, seat: number): Player => ({
  name,
  title: name,
  seat,
  look: { colour: "#000", ink: "#fff", emblem: "star", number: seat },
});
const PLAYERS = [player("Greeks", 0), player("Romans", 1)];
const line = (step: number, news: News[]): LogLine => ({ step, seat: 0, text: "x", at: 0, news });
const king = (nation: string, points: number): News => ({ kind: "personage", nation, points });

const counted = (entry: News): ReturnType<Counted> =>
  entry.kind === "personage" ? { who: String(entry.nation), value: Number(entry.points), by: 1 } : null;

describe("the course of a game", () => {
  it("rises when something is won and stays until the end", () => {
    const lines = [line(0, []), line(1, [king("Greeks", 1)]), line(2, [])];
    const [greeks, romans] = ending.courseOf(lines, PLAYERS, counted, new Map());
    expect([greeks?.steps, greeks?.values]).toEqual([
      [0, 2, 2, 3],
      [0, 0, 1, 1],
    ]);
    expect(romans?.values).toEqual([0, 0]);
  });

  it("begins with the figures of the position it went on from", () => {
    const lines = [line(0, []), line(1, [king("Greeks", 4)]), line(2, [])];
    const ends = new Map([
      ["Greeks", 4],
      ["Romans", 6],
    ]);
    const [greeks, romans] = ending.courseOf(lines, PLAYERS, counted, ends);
    expect(greeks?.values).toEqual([3, 3, 4, 4]);
    expect(romans?.values).toEqual([6, 6]);
  });
});

describe("turning points", () => {
  const herald = {
    tell: (news: News[]) =>
      news.map((entry) => ({ text: String(entry.nation), kind: "", tone: "award", who: "", places: [] })),
  } as unknown as Herald;

  it("are the moments at which chances grew most, told by the gravest sentence", () => {
    const lines = [
      line(0, [{ kind: "turn", nation: "Greeks", round: 4 }]),
      line(1, [king("Greeks", 1)]),
      line(2, [king("Romans", 1)]),
    ];
    const judged = {
      steps: [0, 1, 2, 3],
      chances: [
        [0.5, 0.5],
        [0.5, 0.5],
        [0.8, 0.2],
        [0.77, 0.23],
      ],
    };
    expect(ending.turningPoints(lines, judged, herald)).toEqual([
      { step: 2, round: 4, seat: 0, from: 0.5, to: 0.8, text: "Greeks" },
    ]);
  });
});

describe("a picture to keep", () => {
  it("has the result above the board, with nothing that could break it", () => {
    const svg = ending.captioned('<svg width="400" height="300"><g/></svg>', "A & B won", ["how <it> went"]);
    expect(svg).toContain("A &amp; B won");
    expect(svg).toContain("how &lt;it&gt; went");
    expect(svg).toContain('<svg width="400" height="300"><g/></svg>');
  });
});
