import { bots, clickAny, expect, openTable, test } from "../help";

interface TraceEvent {
  name: string;
  ph: string;
}

test("dragging the map moves what was drawn and does not draw it anew", async ({ page }) => {
  await openTable(page, { game: "antike-2006", seats: bots(5) });
  for (let clicks = 0; clicks < 5; clicks++) await clickAny(page);
  await page.locator("[data-region]").first().waitFor();
  await page.mouse.move(500, 400);
  for (let turns = 0; turns < 3; turns++) await page.mouse.wheel(0, -200);
  await page.waitForTimeout(2500); // until it is sharp again
  const session = await page.context().newCDPSession(page);
  let pieces = 0;
  session.on("Tracing.dataCollected", ({ value }) => {
    pieces += (value as unknown as TraceEvent[]).filter((event) => event.name === "RasterTask" && event.ph === "X").length;
  });
  const complete = new Promise((done) => session.once("Tracing.tracingComplete", done));
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "cc"] } });
  await page.mouse.down();
  for (let step = 0; step < 50; step++) await page.mouse.move(500 + 4 * (step % 25), 400 + 2 * (step % 25));
  await page.mouse.up();
  await session.send("Tracing.end");
  await complete;
  // what comes into sight at the edges, and the light under the pointer; all of it in every frame would be 350 and more
  expect(pieces).toBeGreaterThan(0);
  expect(pieces).toBeLessThan(150);
});
