import { describe, expect, it } from "vitest";

import { ABOUT } from "../../src/lobby/about";
import { WORDS } from "../../src/people/catalogue";
import { CLUB_WORDS } from "../../src/people/club_catalogue";

describe("words of clubs, friends and About", () => {
  const gaps = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").sort();

  it("exist in three languages with the same gaps to fill", () => {
    const { en, fr, de } = CLUB_WORDS;
    for (const other of [fr, de]) {
      expect(Object.keys(other)).toEqual(Object.keys(en));
      for (const key of Object.keys(en) as (keyof typeof en)[]) expect(gaps(other[key])).toEqual(gaps(en[key]));
    }
    for (const words of [ABOUT.fr, ABOUT.de]) {
      expect(Object.keys(words)).toEqual(Object.keys(ABOUT.en));
      expect(words.privacyText.length).toBe(ABOUT.en.privacyText.length);
    }
  });
});

describe("words of the pages about people", () => {
  const { en, fr, de } = WORDS;
  const gaps = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").sort();

  it("exist in three languages with the same gaps to fill", () => {
    for (const other of [fr, de]) {
      expect(Object.keys(other)).toEqual(Object.keys(en));
      for (const key of Object.keys(en) as (keyof typeof en)[]) expect(gaps(other[key])).toEqual(gaps(en[key]));
    }
  });

  it("know every format and status of the server", () => {
    for (const form of ["swiss", "round-robin", "knockout"]) {
      expect(en).toHaveProperty([`form.${form}`]);
      expect(en).toHaveProperty([`formText.${form}`]);
    }
    for (const status of ["open", "running", "over", "cancelled"]) expect(en).toHaveProperty([`status.${status}`]);
  });
});
