import { readFileSync } from "node:fs";

import type { Browser, Page } from "@playwright/test";

import { bots, expect, listen, openTable, test } from "../help";

async function phone(browser: Browser, quiet: string[], seats = bots(2), game = "antike-2006"): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
    locale: "en",
  });
  const page = await context.newPage();
  listen(page, quiet);
  await openTable(page, { game, seats });
  await page.locator("[data-decision].mine").waitFor();
  return page;
}

const ALONE = [{ kind: "me" }, { kind: "me" }, { kind: "me" }];

test("a wedge that brings nothing asks once, and a real choice is one tap", async ({ browser, quiet }) => {
  const page = await phone(browser, quiet, ALONE);
  const bar = page.locator("[data-decision]");
  // nobody has units to move yet
  await page.locator("[data-wedge='3']").tap();
  await expect(bar).toContainText("Maneuver does nothing right now");
  await bar.getByRole("button", { name: "Back" }).tap();
  await expect(bar).not.toContainText("does nothing");
  await expect(page.locator("[role=log]")).not.toContainText("maneuver");
  await page.locator("[data-wedge='3']").tap();
  await bar.getByRole("button", { name: "Go there" }).tap();
  await expect(page.locator("[role=log]")).toContainText("go to maneuver");
  await page.locator("[data-wedge='5']").tap();
  await expect(page.locator("[role=log]")).toContainText("go to marble");
});

test("every payment can be reached above the tabs, and the map stays where it is", async ({ browser, quiet }) => {
  const page = await phone(browser, quiet, ALONE);
  await page.locator(".settings summary").tap();
  await page.getByLabel("Always ask how to pay").check();
  await page.locator(".settings summary").tap();
  const map = await page.locator("main > .map").boundingBox();
  for (let turn = 0; turn < 3; turn++) {
    await page.locator("[data-wedge='0']").tap();
    await expect(page.locator("[role=log] [data-news=wedge]")).toHaveCount(turn + 1);
  }
  await page.locator("[data-wedge='6']").tap();
  await page.getByRole("button", { name: /^Go there/ }).tap();
  const payments = page.locator("[data-decision] [data-kind='pay']");
  await expect(payments.first()).toBeVisible();
  expect(await page.locator("main > .map").boundingBox()).toEqual(map);
  for (const button of [payments.first(), payments.last()]) {
    await button.scrollIntoViewIfNeeded();
    const hit = await button.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [2, height / 2, height - 2].every((down) =>
        element.contains(document.elementFromPoint(x + width / 2, y + down)),
      );
    });
    expect(hit).toBe(true);
  }
});

/** Whether the map covers all of its frame. */
function isFilled(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [frame, stage] = [".frame", ".stage"].map((name) => document.querySelector(name)?.getBoundingClientRect());
    return Boolean(
      frame &&
      stage &&
      stage.left <= frame.left + 1 &&
      stage.top <= frame.top + 1 &&
      stage.right >= frame.right - 1 &&
      stage.bottom >= frame.bottom - 1,
    );
  });
}

test("the map fills its frame wherever it is dragged, and in the guided game", async ({ browser, quiet }) => {
  const page = await phone(browser, quiet);
  await page.locator(".stage").waitFor();
  await expect.poll(() => isFilled(page)).toBe(true);
  for (const [x, y] of [
    [370, 330],
    [20, 330],
    [20, 60],
    [370, 60],
  ] as const) {
    await page.mouse.move(195, 190);
    await page.mouse.down();
    for (let part = 1; part <= 4; part++)
      await page.mouse.move(195 + ((x - 195) * part) / 4, 190 + ((y - 190) * part) / 4);
    await page.mouse.up();
    expect(await isFilled(page)).toBe(true);
  }
  await page.goto("/learn/antike-2006");
  await page.locator(".stage").waitFor();
  await expect.poll(() => isFilled(page)).toBe(true);
});

test("every choice of Attika lies within the screen, and the prompt has a line of its own", async ({
  browser,
  quiet,
}) => {
  const page = await phone(browser, quiet, bots(2), "attika");
  const [title, prompt] = await Promise.all(
    ["strong", "span"].map((part) => page.locator(`.prompt ${part}`).boundingBox()),
  );
  expect(prompt?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0) - 2);
  const right = await page
    .locator("[data-decision] .choices button")
    .evaluateAll((buttons) => Math.max(...buttons.map((button) => button.getBoundingClientRect().right)));
  expect(right).toBeLessThanOrEqual(390);
});

for (const [width, height] of [
  [844, 390],
  [720, 450],
] as const)
  test(`on a low screen the bar covers nothing of the rondel, and every button is as large as a thumb: ${width}`, async ({
    browser,
    quiet,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: true,
      isMobile: true,
      reducedMotion: "reduce",
      locale: "de",
    });
    const page = await context.newPage();
    listen(page, quiet);
    // a turn that may begin with a trade with the bank
    const [head, moves] = readFileSync("tests/games/antike-duellum.game", "utf8").split("\n\n");
    const tags = head?.replace(/\[(Result|End) .*\]\n?/g, "").trim();
    const record = `${tags}\n\n${moves?.split("\n").slice(0, 37).join("\n")}\n`;
    await openTable(page, { record, seats: [{ kind: "me" }, { kind: "me" }] });
    const bar = page.locator("[data-decision]");
    await expect(bar.locator(".choices button:visible")).toHaveCount(1);
    const [over, below] = await Promise.all([bar.boundingBox(), page.locator(".rondel svg").first().boundingBox()]);
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1);
    const small = await page.locator("button:visible").evaluateAll((buttons) =>
      buttons
        .filter((button) => !button.closest("svg"))
        .map((button) => [button.textContent?.trim(), Math.round(button.getBoundingClientRect().height)] as const)
        .filter(([, high]) => high < 40),
    );
    expect(small).toEqual([]);
  });

for (const [width, height] of [
  [390, 844],
  [844, 390],
] as const)
  test(`what a bot would play lies within the screen, clear of the buttons: ${width}`, async ({ browser, quiet }) => {
    const page = await phone(browser, quiet);
    await page.setViewportSize({ width, height });
    await page.getByRole("button", { name: "Hint" }).tap();
    const hints = page.locator("[data-hint]");
    await expect(hints.first()).toBeVisible();
    const card = await page.locator(".hints .card").boundingBox();
    const buttons = await page.locator(".table > header").boundingBox();
    expect(card?.y).toBeGreaterThanOrEqual((buttons?.y ?? 0) + (buttons?.height ?? 0));
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(height);
    await hints.last().scrollIntoViewIfNeeded();
    await hints.last().tap();
    await expect(page.locator(".hints .card")).toHaveCount(0);
  });
