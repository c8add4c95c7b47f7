import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { GLYPHS, SIGN_OF, wedgeSign } from "../../src/shared/glyphs";
import { en } from "../../src/words/en";

const CSS = readFileSync(join(import.meta.dirname, "..", "..", "src", "style.css"), "utf8");
const block = (start: string): string => CSS.slice(CSS.indexOf(start)).split("}")[0] ?? "";
const tokens = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, name = "", hex = ""]) => [name, hex]),
  );

const day = tokens(block(":root {"));
const glaze = { ...day, ...tokens(block(':root[data-theme="dark"],')) };
const lamplight = { ...glaze, ...tokens(block(':root[data-theme="dark"] {')) };

/** Relative luminance as the accessibility guidelines define it. */
function light(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe.each(Object.entries({ day, glaze, lamplight }))("the colours by %s", (_, colours) => {
  const measured = (front: string, ground: string): number => contrast(colours[front] ?? "", colours[ground] ?? "");

  it.each(["paper", "panel", "panel-2"])("let letters be read on %s", (ground) => {
    for (const front of ["ink", "muted", "accent", "sea", "good"])
      expect(measured(front, ground), front).toBeGreaterThanOrEqual(4.5);
  });

  it("let letters be read on what is filled", () => {
    expect(measured("accent-ink", "accent")).toBeGreaterThanOrEqual(4.5);
    expect(measured("panel", "good")).toBeGreaterThanOrEqual(4.5);
  });

  it.each(["paper", "panel"])("show lines, lights and ornament on %s", (ground) => {
    expect(measured("line-strong", ground)).toBeGreaterThanOrEqual(3);
    expect(measured("glow", "panel")).toBeGreaterThanOrEqual(3);
    expect(measured("clay", "panel")).toBeGreaterThanOrEqual(3);
  });
});

describe("the signs", () => {
  const named = (group: string): string[] =>
    Object.keys(en).flatMap((key) => (key.startsWith(`${group}.`) ? [key.slice(group.length + 1)] : []));

  it.each(["knowhow", "event"])("stand for every %s", (group) => {
    expect(named(group).length).toBeGreaterThan(0);
    expect(named(group).filter((name) => !GLYPHS[SIGN_OF[name] ?? ""])).toEqual([]);
  });

  it("stand for personages, units, and wedges", () => {
    const units = ["legion", "galley", "general", "admiral"];
    const wedges = named("wedge").map(wedgeSign);
    expect([...named("personage"), ...units, ...wedges].filter((name) => !GLYPHS[name])).toEqual([]);
  });

  it("differ from each other", () => {
    expect(new Set(Object.values(GLYPHS)).size).toBe(Object.keys(GLYPHS).length);
  });
});
