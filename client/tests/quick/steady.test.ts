import type { Page } from "@playwright/test";

import { bots, clickAny, expect, listen, openTable, test } from "../help";

interface Shift {
  value: number;
  what: string[];
}

/** Note every shift of the layout from now on, with what moved. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Shift[] = [];
    Object.assign(window, { seen });
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Element; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if (entry.hadRecentInput) continue;
        const what = entry.sources.map(
          ({ node, previousRect: a, currentRect: b }) =>
            `${node?.nodeName}.${node?.getAttribute?.("class")} ${node?.textContent?.slice(0, 30)}: ${a.x},${a.y} → ${b.x},${b.y}`,
        );
        seen.push({ value: entry.value, what });
      }
    }).observe({ type: "layout-shift" });
  });
}

/** Take a decision as a hand does: by the mouse, somewhere in the bar. */
async function decide(page: Page, turn: number): Promise<boolean> {
  await page.locator("[data-decision].mine, [data-result]").first().waitFor({ timeout: 30_000 });
  if (await page.locator("[data-result]").count()) return false;
  const choices = page.locator("[data-decision] button[data-action]:visible, [data-wedge].legal:visible");
  const count = await choices.count();
  if (!count) return clickAny(page);
  await choices.nth((turn * 7) % count).click({ timeout: 2000, force: true });
  await page.waitForTimeout(120);
  return true;
}

for (const [game, size] of [
  ["attika", { width: 1440, height: 900 }],
  ["attika", { width: 390, height: 844 }],
  ["antike-2006", { width: 1440, height: 900 }],
  ["antike-2006", { width: 390, height: 844 }],
] as const) {
  test(`nothing moves by itself while ${game} is played, ${size.width} wide`, async ({ browser, quiet }) => {
    const context = await browser.newContext({ viewport: size, reducedMotion: "reduce", locale: "en" });
    const page = await context.newPage();
    listen(page, quiet);
    await openTable(page, { game, seats: bots(1) });
    await page.locator("[data-decision].mine").waitFor();
    await page.waitForTimeout(800);
    await watch(page);
    for (let turn = 0; turn < 40; turn++) if (!(await decide(page, turn))) break;
    await page.waitForTimeout(600);
    const shifts = await page.evaluate(() => (window as unknown as { seen: Shift[] }).seen);
    expect(shifts).toEqual([]);
    await context.close();
  });
}
