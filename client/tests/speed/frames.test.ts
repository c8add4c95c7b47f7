import { bots, clickAny, expect, openTable, test } from "../help";

test("the map of six nations is dragged at 50 frames a second or more", async ({ page }) => {
  await openTable(page, { game: "antike-2006", seats: bots(5) });
  for (let clicks = 0; clicks < 5; clicks++) await clickAny(page);
  await page.locator("[data-region]").first().waitFor();
  await page.mouse.move(500, 400);
  for (let turns = 0; turns < 3; turns++) await page.mouse.wheel(0, -200);
  await page.waitForTimeout(800);
  const rates: number[] = [];
  for (let tries = 0; tries < 4; tries++) {
    const counted = page.evaluate(
      () =>
        new Promise<number>((done) => {
          const begin = performance.now();
          let frames = 0;
          const count = (now: number): void => {
            frames += 1;
            if (now - begin > 1000) done((1000 * frames) / (now - begin));
            else requestAnimationFrame(count);
          };
          requestAnimationFrame(count);
        }),
    );
    await page.mouse.down();
    for (let step = 0; step < 50; step++) await page.mouse.move(500 + 4 * (step % 25), 400 + 2 * (step % 25));
    await page.mouse.up();
    rates.push(await counted);
  }
  console.log(`frames a second while dragging: ${rates.map((rate) => rate.toFixed(0)).join(", ")}`);
  expect(Math.max(...rates)).toBeGreaterThanOrEqual(50);
});
