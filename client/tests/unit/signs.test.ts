import { describe, expect, it } from "vitest";

import { hexOf, signsOf } from "../../src/attika/signs";
import type { Row } from "../../src/shared/choices";

const row = (text: string): Row => ({ kind: text.split(" ")[0] ?? "", action: 0, text });

describe("signs of spaces", () => {
  it("are letters in reading order, whatever the order of the decisions", () => {
    const signs = signsOf([row("at 2,1"), row("at 0,-1"), row("at -1,1"), row("store")]);
    expect([...signs]).toEqual([["0,-1", "A"], ["-1,1", "B"], ["2,1", "C"]]);
  });

  it("go on after Z and stay different", () => {
    const signs = signsOf(Array.from({ length: 800 }, (_, q) => row(`at ${q},0`)));
    expect([signs.get("25,0"), signs.get("26,0"), signs.get("51,0"), signs.get("52,0"), signs.get("702,0")]).toEqual(["Z", "AA", "AZ", "BA", "AAA"]);
    expect(new Set(signs.values()).size).toBe(800);
  });

  it("are shared by decisions about the same space", () => {
    expect(signsOf([row("build Well at 0,0"), row("at 0,0")]).size).toBe(1);
    expect(hexOf(row("build Silver mine at -3,12"))).toBe("-3,12");
    expect(hexOf(row("draw basic"))).toBeNull();
  });
});
