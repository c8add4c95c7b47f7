import { describe, expect, it } from "vitest";

import type { Change } from "../../src/messages";
import { isIdle, yieldOf } from "../../src/antike/gains";
import type { Nation, View } from "../../src/antike/view";

const nation = (gold: number, coins: number): Nation => ({ marble: 2, iron: 1, gold, coins }) as Nation;
const VIEW = {
  to_act: "Arabs",
  nations: { Arabs: nation(3, 1), Greeks: nation(3, 1), Persians: nation(3, 2) },
} as unknown as View;
const NEXT = { to_act: 1, turn_of: 1, prompt: "" };
const SAME = { to_act: 0, turn_of: 0, prompt: "" };
const own = (key: string, value: unknown): Change => [["nations", "Arabs", key], value];
const COINS: Change[] = [
  [["round"], 2],
  own("coins", 2),
  [["nations", "Greeks", "coins"], 2],
  [["nations", "Persians", "coins"], 3],
];

const idle = (patch: Change[], turn = NEXT): boolean => isIdle({ patch, turn }, VIEW, 0);

describe("a wedge", () => {
  it("brings nothing if the turn passes on and no stock grows", () => {
    expect(idle([own("rondel", "temple")])).toBe(true);
    expect(idle([own("rondel", "temple"), own("gold", 1)])).toBe(true);
  });

  it("is worth it if there is something to decide, or something grows", () => {
    expect(idle([own("rondel", "arming")], SAME)).toBe(false);
    expect(idle([own("rondel", "gold"), own("gold", 4)])).toBe(false);
    expect(idle([own("rondel", "gold"), own("coins", 2)])).toBe(false);
    expect(idle([[["nations", "Arabs", "legions", "Aden"], 1]])).toBe(false);
  });

  it("is not judged where chance comes next", () =>
    expect(idle([own("rondel", "temple")], { ...NEXT, to_act: -1 })).toBe(false));

  it("is not made better by the coin that a round brings to all", () => {
    expect(idle(COINS)).toBe(true);
    expect(idle([...COINS.filter(([keys]) => keys[1] !== "Arabs"), own("coins", 3)])).toBe(false);
  });

  it("tells the resource it yields", () => {
    expect(yieldOf([own("gold", 5)], VIEW)).toBe("+2");
    expect(yieldOf([own("gold", 2)], VIEW)).toBe("");
  });
});
