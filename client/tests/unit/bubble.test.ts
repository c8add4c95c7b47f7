import { describe, expect, it } from "vitest";

import { place } from "../../src/shared/bubble";

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const CARD = { width: 340, height: 180 };

describe("a note", () => {
  it("lies beside what it points at, never on it, wherever that is", () => {
    for (const frame of [DESK, PHONE]) {
      for (let x = 0; x < frame.width - 60; x += 30) {
        for (let y = 0; y < frame.height - 60; y += 30) {
          const box = { x, y, width: 60, height: 60 };
          const spot = place(box, CARD, frame);
          const apart = spot.x >= x + 60 || spot.x + CARD.width <= x || spot.y >= y + 60 || spot.y + CARD.height <= y;
          expect([x, y, apart]).toEqual([x, y, true]);
          expect(
            spot.x >= 0 && spot.y >= 0 && spot.x + CARD.width <= frame.width && spot.y + CARD.height <= frame.height,
          ).toBe(true);
        }
      }
    }
  });

  it("leaves free what is to stay in sight, with or without anything to point at", () => {
    const bar = { x: 0, y: 360, width: 390, height: 200 };
    const low = place(null, CARD, PHONE, bar);
    expect(low.y + CARD.height <= 360 || low.y >= 560).toBe(true);
    const both = place({ x: 30, y: 40, width: 40, height: 40 }, CARD, PHONE, bar);
    expect(both.y >= 80 && (both.y + CARD.height <= 360 || both.y >= 560)).toBe(true);
  });

  it("rather lies on what is to stay in sight than on what it points at", () => {
    const button = { x: 6, y: 575, width: 327, height: 54 };
    const popup = { x: 42, y: 181, width: 280, height: 178 };
    const spot = place(button, { width: 340, height: 302 }, PHONE, popup);
    expect(spot.y + 302 <= button.y || spot.y >= button.y + button.height).toBe(true);
  });

  it("waits at the lower edge while there is nothing to point at", () => {
    expect(place(null, CARD, DESK).y).toBeGreaterThan(600);
  });
});
