import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";

import { expect, openTable, test } from "../help";

const TWO = [{ kind: "me" }, { kind: "me" }];
/** A short game: so many rounds, then the points decide. */
const SHORT = { "round-limit": 4 };

const step = async (page: Page): Promise<number> =>
  Number(await page.locator("[data-decision]").getAttribute("data-step"));

/** Whether the game is over; a moment is left for the answer to a decision. */
async function isOver(page: Page, before: number): Promise<boolean> {
  await expect(async () => {
    const over = await page.locator("[data-result]").count();
    expect(over || (await step(page)) !== before).toBeTruthy();
  }).toPass({ timeout: 5000 });
  return (await page.locator("[data-result]").count()) > 0;
}

test("a whole game of Antike by keyboard alone", async ({ page }) => {
  test.setTimeout(240_000);
  await openTable(page, { game: "antike-2006", seats: TWO, options: SHORT });
  await page.locator("[data-decision].mine").waitFor();
  // by Tab to the first choice, then from decision to decision; D where nothing else is left
  await page.locator("body").press("Tab");
  for (let decisions = 0, quiet = 0; decisions < 400; decisions++) {
    if (await page.locator("[data-result]").count()) return;
    const before = await step(page);
    const wedges = await page.locator(".wedge.legal").count();
    if (wedges) await page.keyboard.press(String((decisions % 8) + 1));
    else if (decisions % 3 === 2) await page.keyboard.press("d");
    else {
      for (let tabs = 0; tabs < 60; tabs++) {
        const inChoices = await page.evaluate(
          () => document.activeElement?.closest("[data-decision] .choices") !== null,
        );
        if (inChoices && (await page.evaluate(() => document.activeElement?.tagName === "BUTTON"))) break;
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Enter");
    }
    await page.waitForTimeout(60);
    quiet = (await step(page)) === before ? quiet + 1 : 0;
    // a wedge that brings nothing asks once more, and what is selected is let go
    if (quiet > 2) await page.keyboard.press("d");
    if (quiet > 4) await page.keyboard.press("Escape");
  }
  throw new Error("the game does not end");
});

/** What can be pressed, by role and name alone. */
const choices = (page: Page): Locator =>
  page.getByRole("main").getByRole("button", {
    name: /^(?!.*(undo|hint|restart|zoom|whole map|close|settings|hide tips|pay otherwise)).+/i,
  });

test("a whole game of Antike through the accessibility tree alone", async ({ page }) => {
  test.setTimeout(240_000);
  await openTable(page, { game: "antike-2006", seats: TWO, options: SHORT });
  const turn = page.getByRole("status").filter({ hasText: "Your turn" });
  await turn.waitFor();
  const map = page.getByRole("group", { name: /^Map/ });
  await expect(map.getByRole("button", { name: /city of the/ }).first()).toBeAttached();
  const rondel = page.getByRole("group", { name: "Rondel" });
  for (let decisions = 0; decisions < 400; decisions++) {
    if (await page.locator("[data-result]").count()) return;
    const before = await step(page);
    const free = rondel.getByRole("button", { name: /, (free|costs .*)$/, disabled: false });
    const brings = rondel.getByRole("button", { name: /, brings/, disabled: false });
    const done = page.getByRole("button", { name: /^(End turn|Done|Keep the peace|Enter now)$/ }).last();
    const goes = page.getByRole("button", {
      name: /^(Go there|Temple in|Legion in|Galley in|Obtain|Found|then Found)/,
    });
    if (await page.getByRole("alert").filter({ hasText: "does nothing right now" }).count())
      await page.getByRole("button", { name: /^Go there/ }).click();
    else if (await brings.count()) await brings.nth(decisions % (await brings.count())).press("Enter");
    else if (await free.count()) await free.nth(decisions % (await free.count())).press("Enter");
    else if (decisions % 2 && (await goes.count())) await goes.first().click();
    else if (await done.count()) await done.click();
    else await choices(page).first().click();
    await isOver(page, before).catch(() => false);
  }
  throw new Error("the game does not end");
});

test("axe finds nothing wrong with an open card and a purchase", async ({ page }) => {
  await openTable(page, { game: "antike-2006", seats: TWO });
  await page.locator(".wedge.legal").first().waitFor();
  await page.locator("[data-region]:not(.target):not(.reach)").first().dispatchEvent("click");
  await page.locator("[data-card]").waitFor();
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations.filter((entry) => ["serious", "critical"].includes(entry.impact ?? ""))).toEqual([]);
});

test("the choices are dimmed only while an answer takes long", async ({ page }) => {
  await openTable(page, { game: "antike-2006", seats: TWO });
  await page.locator(".wedge.legal").first().waitFor();
  const choices = page.locator("[data-decision] .choices");
  const opacity = (): Promise<string> => choices.evaluate((row) => getComputedStyle(row).opacity);
  const first = await page.locator("[data-decision]").evaluate((bar) => {
    bar.setAttribute("aria-busy", "true");
    return getComputedStyle(bar.querySelector(".choices")!).opacity;
  });
  expect(first).toBe("1");
  await expect.poll(opacity).toBe("0.7");
});
