import { describe, expect, it } from "vitest";

import { pathOf, valueAt, type Line } from "../../src/shared/course";

const line = { player: {}, steps: [0, 4, 10], values: [1, 5, 10] } as unknown as Line;

describe("the course of a game", () => {
  it("is read at the last step known", () =>
    expect([0, 3, 4, 9, 10, 99].map((step) => valueAt(line, step))).toEqual([1, 1, 5, 5, 10, 10]));
  it("is drawn over the whole width", () =>
    expect(pathOf(line, 10, 10, 100, 90)).toBe("M0.0 81.6L40.0 48.0L100.0 6.0"));
  it("without figures is nothing", () => expect(pathOf({ ...line, steps: [], values: [] }, 10, 10, 100, 90)).toBe(""));
});
