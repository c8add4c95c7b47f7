import { describe, expect, it } from "vitest";

import { WORDS } from "../../src/study/catalogue";
import { PUZZLES } from "../../src/study/puzzles";

describe.each([
  ["reviews and the analysis board", WORDS],
  ["puzzles", PUZZLES],
])("words of %s", (_, words: Record<"en" | "fr" | "de", Record<string, string>>) => {
  const gaps = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").sort();

  it("exist in three languages with the same gaps to fill", () => {
    const { en, fr, de } = words;
    for (const other of [fr, de]) {
      expect(Object.keys(other)).toEqual(Object.keys(en));
      for (const key of Object.keys(en)) expect(gaps(other[key] ?? "")).toEqual(gaps(en[key] ?? ""));
    }
  });
});
