import { closeMap, dragMap, expect, test } from "../help";

interface TraceEvent {
  name: string;
  ph: string;
}

test("dragging the map moves what was drawn and does not draw it anew", async ({ page }) => {
  await closeMap(page);
  const session = await page.context().newCDPSession(page);
  let pieces = 0;
  session.on("Tracing.dataCollected", ({ value }) => {
    pieces += (value as unknown as TraceEvent[]).filter(
      (event) => event.name === "RasterTask" && event.ph === "X",
    ).length;
  });
  const complete = new Promise((done) => session.once("Tracing.tracingComplete", done));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "cc"] },
  });
  await dragMap(page);
  await session.send("Tracing.end");
  await complete;
  // what comes into sight at the edges, and the light under the pointer; 130 to 153 pieces, names over the pieces included;
  // all of it in every frame would be 350 and more
  expect(pieces).toBeGreaterThan(0);
  expect(pieces).toBeLessThan(200);
});
