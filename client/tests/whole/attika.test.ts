import type { Locator, Page } from "@playwright/test";

import { bots, expect, openTable, test } from "../help";

const MOST = 900;

/** Wait until there is something to decide; say whether there is. */
async function waitForTurn(page: Page): Promise<boolean> {
  const over = page.locator("[data-result]");
  await page.locator("[data-decision].mine").or(over).first().waitFor({ timeout: 30_000 });
  return (await over.count()) === 0;
}

/** What has the focus, as a reader would say it. */
const focused = (page: Page): Promise<{ name: string; inBar: boolean; space: boolean; off: boolean }> =>
  page.evaluate(() => {
    const at = document.activeElement;
    return {
      name: at?.getAttribute("aria-label") ?? at?.textContent?.trim() ?? "",
      inBar: at?.closest(".choices, .buttons") !== null,
      space: at?.hasAttribute("data-hex") ?? false,
      off: at?.getAttribute("aria-disabled") === "true",
    };
  });

/** Press Tab until something is focused that is wanted; say whether it was found. */
async function tabTo(page: Page, wanted: (at: Awaited<ReturnType<typeof focused>>) => boolean): Promise<boolean> {
  for (let presses = 0; presses < 16; presses++) {
    if (wanted(await focused(page))) return true;
    await page.keyboard.press("Tab");
  }
  return false;
}

const ENDING = /^(End the turn|Paid)/;
const ASIDE = /^(Hint|↶|⟲|⟳|Turn|Pay otherwise|Draw again|Back|\?|$)/;

test("a whole game of Attika by the keyboard alone", async ({ page }) => {
  await openTable(page, { game: "attika", seats: bots(1) });
  let walked = 0;
  for (let decision = 0; decision < MOST && (await waitForTurn(page)); decision++) {
    const before = await page.locator("[data-decision]").innerText();
    const onBoard = decision % 2 === 1 && (await page.locator("[data-hex].target").count()) > 0;
    await page.keyboard.press(onBoard ? "b" : "c");
    if (onBoard) {
      // out and back again by the arrows: every space is reached, and tells its neighbours
      for (const key of ["ArrowRight", "ArrowLeft"]) {
        await page.keyboard.press(key);
        const at = await focused(page);
        expect(at.space).toBe(true);
        expect(at.name).toMatch(/next to: |place \d+ of/);
        walked += 1;
      }
      await page.keyboard.press("b");
      await page.keyboard.press("Enter");
    } else {
      if (!(await tabTo(page, (at) => at.inBar && /^(Build|Place)/.test(at.name)))) {
        await page.keyboard.press("c");
        await tabTo(page, (at) => at.inBar && !ASIDE.test(at.name));
      }
      if (ENDING.test((await focused(page)).name)) await page.waitForTimeout(460);
      await page.keyboard.press("Enter");
    }
    await expect(page.locator("[data-decision]"))
      .not.toHaveText(before, { useInnerText: true, timeout: 1500 })
      .catch(() => undefined);
  }
  await expect(page.locator("[data-result]")).toBeVisible();
  expect(walked).toBeGreaterThan(1);
});

/** The first of some buttons, as they are named, that can be pressed. */
async function press(buttons: Locator): Promise<boolean> {
  for (const button of (await buttons.all()).slice(0, 4)) {
    if ((await button.getAttribute("aria-disabled")) === "true") continue;
    await button.click({ timeout: 1500 }).catch(() => undefined);
    return true;
  }
  return false;
}

test("a whole game of Attika by roles and names alone", async ({ page }) => {
  await openTable(page, { game: "attika", seats: bots(1) });
  const button = (name: RegExp): Locator => page.getByRole("button", { name });
  const won = page.getByRole("status").filter({ hasText: /won|draw|No winner/i });
  const turn = page.getByRole("status").filter({ hasText: "Your turn" });
  for (let decision = 0; decision < MOST; decision++) {
    await turn.or(won).first().waitFor({ timeout: 30_000 });
    if (await won.count()) break;
    const before = await page.getByRole("main").ariaSnapshot();
    // what a reader hears: spaces with their price and neighbours, else what the bar offers
    const done =
      (await press(button(/(costs|free).*; next to: /))) ||
      (await press(button(/^Place the tile here/))) ||
      (await press(button(/^Build \w/))) ||
      (await press(button(/^Draw: /))) ||
      (await press(button(/^(Put it on|Amphora|Take \d|Take a)/))) ||
      (await press(button(/^End the turn/)));
    expect(done).toBe(true);
    await expect
      .poll(async () => (await page.getByRole("main").ariaSnapshot()) !== before, { timeout: 1500 })
      .toBe(true)
      .catch(() => undefined);
  }
  await expect(won.first()).toBeVisible();
});
