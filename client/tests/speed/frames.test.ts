import type { Page } from "@playwright/test";

import { closeMap, dragMap, expect, test } from "../help";

/** Frames a second while something is done with the map. */
async function rate(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    const count = (now: number): void => {
      seen.push(now);
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  const begin = await page.evaluate(() => performance.now());
  await act();
  return page.evaluate((from) => {
    const frames = (window as unknown as { seen: number[] }).seen.filter((now) => now >= from);
    return (1000 * (frames.length - 1)) / ((frames.at(-1) ?? 0) - (frames[0] ?? 0));
  }, begin);
}

const middle = (rates: number[]): number => rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0;
const told = (rates: number[]): string => rates.map((one) => one.toFixed(0)).join(", ");

test("the map of six nations is dragged and zoomed at 50 frames a second or more", async ({ page }) => {
  await closeMap(page);
  const [dragged, zoomed]: [number[], number[]] = [[], []];
  for (let tries = 0; tries < 5; tries++) {
    dragged.push(await rate(page, () => dragMap(page)));
    await page.waitForTimeout(800);
    zoomed.push(
      await rate(page, async () => {
        for (let step = 0; step < 30; step++) await page.mouse.wheel(0, step % 2 ? 40 : -40);
      }),
    );
    await page.waitForTimeout(800);
  }
  console.log(`frames a second while dragging: ${told(dragged)}; while zooming: ${told(zoomed)}`);
  expect(middle(dragged)).toBeGreaterThanOrEqual(50);
  expect(middle(zoomed)).toBeGreaterThanOrEqual(50);
});
