import type { Locator, Page } from "@playwright/test";

import { expect, listen, openTable, test } from "../help";

const RECORD = `[Game "attika"]
[Board "flowers"]
[Players "2"]
[Nations "Athens, Sparta"]
[Start "Athens"]
[Deal "T08.2 T19.4 T18.3 T05.5 | Oracle, Temple, Quarry, Street, 1.1.1.1 | Statue, Silver mine, Street, Street, 2.0.2.1"]
[Rules "1"]
[Result "*"]
[End ""]
`;
const me = { kind: "me" };

/** Whether all of something lies in the window, and nothing lies over its middle or its lower edge. */
async function isWhole(found: Locator): Promise<boolean> {
  return found.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const seen = (y: number): boolean => element.contains(document.elementFromPoint(box.x + box.width / 2, y));
    return box.bottom <= innerHeight && box.right <= innerWidth && seen(box.y + box.height / 2) && seen(box.bottom - 3);
  });
}

async function allWhole(page: Page, selector: string, count: number): Promise<void> {
  await expect(page.locator(selector)).toHaveCount(count);
  for (let place = 0; place < count; place++)
    expect([selector, place, await isWhole(page.locator(selector).nth(place))]).toEqual([selector, place, true]);
}

test("what will be paid stands on the space, and another way to pay is one click away", async ({ page }) => {
  await openTable(page, { record: RECORD, seats: [me, me] });
  const bar = page.locator("[data-decision]");
  await expect(bar).toContainText("2 draws or 3 builds");
  await expect(bar).toContainText("Draw up to 2 buildings, build up to 3 buildings, or take 3 cards");
  await bar.getByRole("button", { name: "Build Oracle" }).click();
  await expect(bar).toContainText("2 builds left");
  const dear = page.getByRole("button", { name: /no symbol, costs 1.forest, 1.hill/ }).first();
  await expect(dear).toBeVisible();
  await bar.getByRole("button", { name: "Pay otherwise" }).click();
  await dear.click();
  await expect(bar).toContainText("Choose the cards that pay for: Oracle");
  const hand = bar.locator("[data-way]");
  expect(await hand.evaluateAll((ways) => ways.map((way) => way.getAttribute("data-way")))).toEqual([
    "1 forest 1 hill",
    "1 water 1 hill 1 mountain",
    "1 water 1 forest 1 mountain",
  ]);
  await hand.nth(1).click();
  await expect(page.locator("[data-city=Athens] .stock")).toHaveText(/^\s*0\s+1\s+0\s+0\s*$/);
  await page.keyboard.press("u");
  await expect(page.locator("[data-city=Athens] .stock")).toHaveText(/^\s*1\s+1\s+1\s+1\s*$/);
  await expect(bar).toContainText("Choose where to build: Oracle");
});

test("a building that is pointed at shows its spaces and prices, and one click builds it there", async ({ page }) => {
  await openTable(page, { record: RECORD, seats: [me, me] });
  const oracle = page.locator("[data-building=Oracle]");
  await page.locator("[data-decision].mine").waitFor();
  await expect(page.locator("[data-hex].target")).toHaveCount(0);
  await oracle.hover();
  const dear = page.getByRole("button", { name: /no symbol, costs 1.forest, 1.hill/ }).first();
  await dear.click();
  await expect(page.locator("[data-city=Athens] .stock")).toHaveText(/^\s*1\s+0\s+0\s+1\s*$/);
  await expect(page.locator("[data-decision]")).toContainText("2 builds left");
  await page.keyboard.press("u");
  await oracle.hover();
  await page.locator("[data-building=Temple]").hover();
  await expect(page.locator("[data-building=Temple]")).toHaveClass(/glance/);
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-hex].target")).toHaveCount(0);
});

test("with the setting every payment is asked for, and Escape backs out of it", async ({ page }) => {
  await openTable(page, { record: RECORD, seats: [me, me] });
  await page.locator(".settings summary").click();
  await page.getByLabel("Always ask how to pay").check();
  await page.keyboard.press("Escape");
  await page.locator("[data-building=Oracle]").click();
  await page
    .getByRole("button", { name: /no symbol, costs 1.forest, 1.hill/ })
    .first()
    .click();
  await expect(page.locator("[data-way]")).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-way]")).toHaveCount(0);
  await expect(page.locator("[data-decision]")).toContainText("Choose where to build: Oracle");
});

test("a click that does nothing says why, with its clause, and moves nothing", async ({ page }) => {
  await openTable(page, { record: RECORD, seats: [me, me] });
  const why = page.locator("p.why");
  const button = page.locator("[data-decision] .choices button").first();
  const before = await button.boundingBox();
  await page.locator("[data-building=Capital]").click({ force: true });
  await expect(why).toContainText("You have no Capital on your player board.");
  await expect(why.getByRole("link")).toHaveText("AT-030");
  expect(await button.boundingBox()).toEqual(before);
  await page.keyboard.press("Escape");
  await expect(why).toHaveCount(0);
  await page.locator("[data-building=Oracle]").click();
  await expect(page.locator("[data-decision]")).toContainText("Choose where to build");
  await page
    .getByRole("button", { name: /^shrine/ })
    .first()
    .click({ force: true });
  await expect(why).toContainText("A shrine stands on");
});

test("a space has the same sign on the board and in the bar, and each lights up the other", async ({ page }) => {
  await openTable(page, { record: RECORD, seats: [me, me] });
  await page.locator("[data-building=Oracle]").click();
  const button = page
    .locator(".choices button")
    .filter({ has: page.locator(".sign") })
    .nth(2);
  const sign = (await button.locator(".sign").innerText()).trim();
  await button.hover();
  await expect(page.locator("g.lit")).toHaveCount(1);
  await expect(page.locator("g.lit .sign")).toHaveText(sign);
  await page.locator("g.target").last().hover();
  const other = await page.locator("g.lit .sign").textContent();
  expect(other).not.toBe(sign);
  await expect(page.locator(".choices .lit .sign")).toHaveText(other ?? "");
  await expect(page.locator("[data-decision]")).not.toContainText(/-?\d,-?\d/);
});

for (const size of [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
]) {
  for (const locale of ["en", "fr", "de"]) {
    test(`piles, buildings and four city-states are in sight, ${size.width} wide, ${locale}`, async ({
      browser,
      quiet,
    }) => {
      const context = await browser.newContext({ locale, viewport: size, reducedMotion: "reduce" });
      const page = await context.newPage();
      listen(page, quiet);
      await openTable(page, { game: "attika", seats: [me, me, me, me] });
      await allWhole(page, "[data-pile]", 4);
      await allWhole(page, "[data-building]", 24);
      await allWhole(page, "[data-city]", 4);
      await page.goto("/learn/attika");
      await page.locator("rect.ring").waitFor();
      expect(await isWhole(page.locator("[data-pile=basic]"))).toBe(true);
      await context.close();
    });
  }
}
