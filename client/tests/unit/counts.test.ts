import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

describe("counts", () => {
  let words: typeof import("../../src/shared/words");
  let prefs: typeof import("../../src/shared/prefs.svelte").prefs;

  beforeAll(async () => {
    vi.stubGlobal("navigator", { language: "en" });
    vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined }));
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
    words = await import("../../src/shared/words");
    ({ prefs } = await import("../../src/shared/prefs.svelte"));
  });
  afterAll(() => void vi.unstubAllGlobals());

  const said = (lang: "en" | "fr" | "de", text: () => string): string => {
    prefs.kept.lang = lang;
    return text();
  };

  it("agree with their nouns by the plural rules of the language", () => {
    const price = (): string => words.goodsText("2 hill 1 any");
    expect([said("en", price), said("fr", price), said("de", price)]).toEqual(["2 hills, 1 card of choice", "2 collines, 1 carte au choix", "2 Hügel, 1 Karte nach Wahl"]);
    const none = (): string => words.t("rules.found", { n: 0 });
    expect([said("en", none), said("fr", none), said("de", none)]).toEqual(["0 clauses", "0 article", "0 Regelsätze"]);
  });

  it("of what the server calls by its plural are told as well", () => {
    expect(said("en", () => `${words.goodsText("1 units")}, ${words.counted("unit", "legions", 1)}, ${words.counted("unit", "galley", 3)}`)).toBe("1 good of choice, 1 legion, 3 galleys");
  });
});
