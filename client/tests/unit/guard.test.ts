import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Guard, REST } from "../../src/shared/guard.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a second click does not meet a button that has changed its meaning", () => {
  const guard = new Guard();
  expect(guard.takes("done")).toBe(true);
  expect([guard.rests("peace"), guard.takes("peace")]).toEqual([true, false]);
  vi.advanceTimersByTime(REST + 1);
  expect([guard.rests("peace"), guard.takes("peace")]).toEqual([false, true]);
});

it("the same button may be clicked again at once", () => {
  const guard = new Guard();
  expect([guard.takes("done"), guard.takes("done")]).toEqual([true, true]);
});
