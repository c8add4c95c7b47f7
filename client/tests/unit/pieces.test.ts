import { describe, expect, it } from "vitest";

import { actionFor, expand, rowFor } from "../../src/shared/choices";
import { applyPatch } from "../../src/shared/patch";
import type { Board } from "../../src/antike/board";
import { readPlace } from "../../src/antike/place";
import { stacksOf } from "../../src/antike/stacks";
import type { View } from "../../src/antike/view";

describe("patches", () => {
  const view = { nations: { Greeks: { iron: 1, legions: { Athen: 2 } } }, pending: "x" };

  it("put, replace and take away without touching the old view", () => {
    const next = applyPatch(view, [
      [["nations", "Greeks", "iron"], 0],
      [["nations", "Greeks", "legions", "Pella"], 1],
      [["pending"]],
    ]);
    expect(next).toEqual({ nations: { Greeks: { iron: 0, legions: { Athen: 2, Pella: 1 } } } });
    expect(view.nations.Greeks.iron).toBe(1);
    expect("pending" in view).toBe(true);
  });
});

describe("choices", () => {
  it("become one object a row", () => {
    const rows = expand([
      {
        kind: "arm",
        fields: ["action", "region"],
        rows: [
          [260, 3],
          [288, 17],
        ],
        same: { unit: "legion" },
      },
    ]);
    expect(rows).toEqual([
      { kind: "arm", action: 260, region: 3, unit: "legion" },
      { kind: "arm", action: 288, region: 17, unit: "legion" },
    ]);
  });

  it("count units from the first of a row", () =>
    expect(actionFor({ kind: "move", action: 100, count: 1, most: 3 }, 3)).toBe(102));

  it("are found by any of their numbers of units", () => {
    const rows = [
      { kind: "move", action: 100, count: 1, most: 3 },
      { kind: "done", action: 103 },
    ];
    expect([100, 102, 103, 104].map((action) => rowFor(rows, action))).toEqual([
      { kind: "move", action: 100, count: 1, most: 3 },
      { kind: "move", action: 102, count: 3, most: 3 },
      { kind: "done", action: 103 },
      undefined,
    ]);
  });
});

describe("boards", () => {
  it("have slots for pieces", () =>
    expect(readPlace("city 2 3; label 4 5 1 34; legions 6 7 8 9; galleys")).toEqual({
      city: [2, 3],
      label: [4, 5],
      phone: [],
      legions: [
        [6, 7],
        [8, 9],
      ],
      galleys: [],
    }));
});

describe("pieces", () => {
  const place = readPlace("city 2 3; label 4 5 1 34; legions 6 7 8 9; galleys");
  const board = { numbers: new Map([["Rome", 0]]), regions: [{ name: "Rome", place }], scale: 1 } as unknown as Board;

  it("show a special unit on a slot of its own", () => {
    const view = {
      turn: "Romans",
      nations: { Romans: { legions: { Rome: 2 }, galleys: {}, leader: "Rome" } },
    } as unknown as View;
    expect(stacksOf(view, board).map(({ kind, count, x, y }) => [kind, count, x, y])).toEqual([
      ["legion", 2, 6, 7],
      ["leader", 1, 8, 9],
    ]);
  });

  it("leave the names free on a phone where they can", () => {
    const named = {
      ...board,
      regions: [{ name: "Paphos", place: readPlace("city 1182 888; phone 1029 888 1 66; galleys 1116 888 1212 810") }],
      numbers: new Map([["Paphos", 0]]),
    } as unknown as Board;
    const view = { turn: "", nations: { Phoenicians: { legions: {}, galleys: { Paphos: 1 } } } } as unknown as View;
    expect([false, true].map((phone) => stacksOf(view, named, phone)[0]?.x)).toEqual([1116, 1212]);
  });
});
