import { expect, test } from "vitest";
import { expand, fromStone } from "../../src/shared/choices";

test("rows that go with every row of a second table", () => {
  const rows = expand([
    {
      kind: "trade",
      fields: ["action", "give-iron"],
      rows: [
        [10, 2],
        [20, 3],
      ],
      same: { "give-gold": 0 },
      times: {
        fields: ["take-marble", "take-gold"],
        rows: [
          [1, 0],
          [0, 1],
        ],
      },
    },
  ]);
  expect(rows.map((row) => [row.action, row["give-iron"], row["take-gold"]])).toEqual([
    [10, 2, 0],
    [11, 2, 1],
    [20, 3, 0],
    [21, 3, 1],
  ]);
});

test("wedges are listed as they lie ahead of the stone, so that the free ones come first", () => {
  const wedge = (place: number): { kind: string; action: number; wedge: number } => ({
    kind: "wedge",
    action: place,
    wedge: place,
  });
  const rows = [{ kind: "play", action: 50 }, ...[0, 1, 2, 3, 4, 5, 6, 7].map(wedge)];
  expect(fromStone(rows, 6, 8).map((row) => row.action)).toEqual([7, 0, 1, 2, 3, 4, 5, 6, 50]);
  expect(fromStone(rows, -1, 8)).toEqual(rows);
});
