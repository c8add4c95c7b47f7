import { describe, expect, it } from "vitest";

import { HUB, RIM, SHARE, stonesOf } from "../../src/antike/stones";
import type { Nation } from "../../src/antike/view";

const WEDGES = ["iron", "temple", "gold", "maneuver1", "arming", "marble", "know-how", "maneuver2"];
/** Where `know-how` ends, the longest name with stones beside it. */
const NAME_END = [-165, -50] as const;
const nations = (count: number, wedge: string | null): Record<string, Nation> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`nation ${n}`, { rondel: wedge } as Nation]));

describe("stones", () => {
  for (let count = 1; count <= 6; count++) {
    it(`lie inside their wedge and none on another: ${count}`, () => {
      WEDGES.forEach((wedge, place) => {
        const stones = stonesOf(nations(count, wedge), WEDGES);
        expect(stones).toHaveLength(count);
        for (const { x, y, size } of stones) {
          const radius = Math.hypot(x, y);
          expect(radius - size).toBeGreaterThan(HUB);
          expect(radius + size).toBeLessThan(RIM - 120); // the sign and the name of the wedge stay free
          const angle = (Math.atan2(x, -y) + 2 * Math.PI) % (2 * Math.PI);
          const half = Math.asin(size / radius);
          expect(angle - half).toBeGreaterThan(place * SHARE);
          expect(angle + half).toBeLessThan((place + 1) * SHARE);
        }
        stones.forEach((one, n) =>
          stones
            .slice(n + 1)
            .forEach((other) =>
              expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(one.size + other.size),
            ),
        );
      });
    });

    if (count < 6)
      it(`leave the name of their wedge alone: ${count}`, () => {
        for (const { x, y, size } of stonesOf(nations(count, "know-how"), WEDGES))
          expect(Math.hypot(x - NAME_END[0], y - NAME_END[1])).toBeGreaterThan(size);
      });

    it(`wait in the middle without touching: ${count}`, () => {
      const stones = stonesOf(nations(count, null), WEDGES);
      for (const { x, y, size } of stones) expect(Math.hypot(x, y) + size).toBeLessThan(HUB);
      stones.forEach((one, n) =>
        stones
          .slice(n + 1)
          .forEach((other) => expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(2 * one.size)),
      );
    });
  }
});
