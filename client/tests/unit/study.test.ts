import { describe, expect, it } from "vitest";

import { WORDS } from "../../src/study/catalogue";

describe("words of reviews and the analysis board", () => {
  const gaps = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").sort();

  it("exist in three languages with the same gaps to fill", () => {
    const { en, fr, de } = WORDS;
    for (const other of [fr, de]) {
      expect(Object.keys(other)).toEqual(Object.keys(en));
      for (const key of Object.keys(en) as (keyof typeof en)[]) expect(gaps(other[key])).toEqual(gaps(en[key]));
    }
  });
});
