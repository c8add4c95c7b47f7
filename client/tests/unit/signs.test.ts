import { describe, expect, it } from "vitest";

import { signsOf } from "../../src/attika/signs";
import type { Row } from "../../src/shared/choices";

const row = (place?: string): Row => ({ kind: "at", action: 0, place });

describe("signs of spaces", () => {
  it("are letters in reading order, whatever the order of the decisions", () => {
    const signs = signsOf([row("2,1"), row("0,-1"), row("-1,1"), row()]);
    expect([...signs]).toEqual([
      ["0,-1", "A"],
      ["-1,1", "B"],
      ["2,1", "C"],
    ]);
  });

  it("go on after Z and stay different", () => {
    const signs = signsOf(Array.from({ length: 800 }, (_, q) => row(`${q},0`)));
    expect([signs.get("25,0"), signs.get("26,0"), signs.get("51,0"), signs.get("52,0"), signs.get("702,0")]).toEqual([
      "Z",
      "AA",
      "AZ",
      "BA",
      "AAA",
    ]);
    expect(new Set(signs.values()).size).toBe(800);
  });

  it("are shared by decisions about the same space", () => {
    expect(signsOf([{ ...row("0,0"), kind: "build" }, row("0,0")]).size).toBe(1);
  });
});
