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
    expect([said("en", price), said("fr", price), said("de", price)]).toEqual([
      "2\u00a0hills, 1\u00a0card of your choice",
      "2\u00a0collines, 1\u00a0carte au choix",
      "2\u00a0Hügel, 1\u00a0Karte nach Wahl",
    ]);
    const none = (): string => words.t("rules.found", { n: 0 });
    expect([said("en", none), said("fr", none), said("de", none)]).toEqual(["0 rules", "0 article", "0 Regelpunkte"]);
  });

  it("follow the level of a know-how", () => {
    const effect = (level: number) => (): string => words.named("effect", "legion-actions", { n: level });
    expect([said("en", effect(1)), said("en", effect(2))]).toEqual(["legions: +1 action", "legions: +2 actions"]);
    expect([said("fr", effect(2)), said("de", effect(2))]).toEqual([
      "légions\u00a0: +2 actions",
      "Legionen: +2 Aktionen",
    ]);
  });

  it("and names take the punctuation of the language", () => {
    const king = (): string => words.explained(words.named("personage", "king"), words.named("need", "king"));
    expect(said("fr", king)).toBe("roi\u00a0: par série de 5 cités");
  });

  it("are told in the words of the game on the table", () => {
    const stone = (): string => words.t("why.no_stone");
    words.speakOf("antike-duellum");
    expect([said("en", stone), said("fr", stone)]).toEqual([
      "You have no city token left.",
      "Il ne vous reste aucun marqueur de cité.",
    ]);
    expect([said("de", () => words.named("wedge", "maneuver")), said("de", () => words.t("panel.rondel"))]).toEqual([
      "DUELLUM",
      "Rondell",
    ]);
    words.speakOf("antike-2006");
    expect([said("en", stone), said("en", () => words.named("wedge", "maneuver"))]).toEqual([
      "You have no city stone left.",
      "maneuver",
    ]);
  });

  it("as shares of one are written as the language does", () => {
    const share = (): string => words.percent(0.125).replace(/\s/, " ");
    expect([said("en", share), said("fr", share), said("de", share)]).toEqual(["12.5%", "12,5 %", "12,5 %"]);
    expect(said("en", () => words.percent(-0.5, 0))).toBe("−50%");
  });

  it("and the sides of finished games are nations or city-states of the language", async () => {
    const { sideTitle } = await import("../../src/shared/words");
    expect(["Athens", "Greeks"].map((name) => said("de", () => sideTitle(name)))).toEqual(["Athen", "Griechen"]);
    expect(said("de", () => sideTitle("Phoenicians and Persians"))).toBe("Phönizier und Perser");
    expect(said("fr", () => sideTitle("Arabs and Greeks"))).toBe("Arabes et Grecs");
  });

  it("of what the server calls by its plural are told as well", () => {
    expect(
      said(
        "en",
        () =>
          `${words.goodsText("1 units")}, ${words.counted("unit", "legions", 1)}, ${words.counted("unit", "galley", 3)}`,
      ),
    ).toBe("1\u00a0resource of your choice, 1\u00a0legion, 3\u00a0galleys");
  });
});
