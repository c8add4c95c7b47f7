import { expect, test } from "vitest";
import { expand } from "../../src/lib/choices";

test("rows that go with every row of a second table", () => {
  const rows = expand([
    { kind: "trade", fields: ["action", "give-iron"], rows: [[10, 2], [20, 3]], same: { "give-gold": 0 }, times: { fields: ["take-marble", "take-gold"], rows: [[1, 0], [0, 1]] } },
  ]);
  expect(rows.map((row) => [row.action, row["give-iron"], row["take-gold"]])).toEqual([[10, 2, 0], [11, 2, 1], [20, 3, 0], [21, 3, 1]]);
});

test("a text with a gap for the place", () => {
  const rows = expand([{ kind: "at", fields: ["action", "place"], rows: [[7, "0,-1"], [9, "2,3"]], same: { text: "at {place}" } }]);
  expect(rows.map((row) => row.text)).toEqual(["at 0,-1", "at 2,3"]);
});
