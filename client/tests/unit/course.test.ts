import { describe, expect, it } from "vitest";

import { heightOf, marksUpTo, pathOf, valueAt, type Line } from "../../src/shared/course";

const line = { player: {}, steps: [0, 4, 10], values: [1, 5, 10] } as unknown as Line;

describe("the course of a game", () => {
  it("is read at the last step known", () =>
    expect([0, 3, 4, 9, 10, 99].map((step) => valueAt(line, step))).toEqual([1, 1, 5, 5, 10, 10]));
  it("is drawn over the whole width", () =>
    expect(pathOf(line, 10, 10, 100, 90)).toBe("M0.0 81.6L40.0 48.0L100.0 6.0"));
  it("has few round figures at its side, each at its height", () => {
    expect([1, 4, 9, 12, 30, 100].map(marksUpTo)).toEqual([
      [1],
      [1, 2, 3, 4],
      [2, 4, 6, 8],
      [5, 10],
      [10, 20, 30],
      [25, 50, 75, 100],
    ]);
    expect(heightOf(10, 10, 90)).toBe(6);
  });
  it("without figures is nothing", () => expect(pathOf({ ...line, steps: [], values: [] }, 10, 10, 100, 90)).toBe(""));
});
