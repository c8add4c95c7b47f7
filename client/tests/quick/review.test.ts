/** The review of a finished game: asked for, shown on the replay, the better turn on the board, and tried again. */

import { readFileSync } from "node:fs";

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { bots, expect, openTable, test } from "../help";

const game = (name: string): string => readFileSync(`tests/games/late-${name}.game`, "utf8");

/** Open the replay of a finished game and have it reviewed. */
async function reviewed(page: Page, name: string, others: number): Promise<string> {
  const { id } = await openTable(page, { record: game(name), seats: bots(others) });
  await page.goto(`/replay/${id}`);
  await page.getByRole("button", { name: "Review this game" }).click();
  await expect(page.locator("[data-review=done]")).toBeVisible({ timeout: 90_000 });
  return id;
}

test("a review marks a missed win, shows it, and lets it be tried again", async ({ page }) => {
  test.setTimeout(180_000);
  await reviewed(page, "antike-duellum", 1);
  const review = page.locator("[data-review]");
  await review.getByRole("button", { name: "Next mark" }).click();
  const card = review.locator("[data-mark=missed-win]");
  await expect(card).toContainText("A win was there in this turn.");
  await expect(card.getByText("Better", { exact: true })).toBeVisible();
  await expect(card.locator("a.clause").first()).toHaveAttribute("href", /\/rules\/antike-duellum#/);
  expect((await new AxeBuilder({ page }).include("[data-review]").analyze()).violations).toEqual([]);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/review.png` });

  await card.getByRole("button", { name: "Show it on the board" }).click();
  await expect(review.locator("[data-showing]")).toBeVisible();
  await review.getByRole("button", { name: "One move on" }).click();
  await review.getByRole("button", { name: "Back to the game" }).click();

  // a turn that does not win, then the one that does
  await card.getByRole("button", { name: "Try again" }).click();
  const attempt = page.locator("[data-try]");
  await expect(attempt).toContainText("Find a better turn");
  await page.locator("[data-wedge]").first().waitFor();
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/try.png` });
  await page.locator("[data-decision] button", { hasText: "MILITIA" }).first().click();
  await page.locator("[data-decision]").getByRole("button", { name: "Done" }).click();
  for (let clicks = 0; clicks < 3 && (await attempt.getAttribute("data-try")) === "playing"; clicks++) {
    const done = page.locator("[data-decision]").getByRole("button", { name: "Done" });
    // the turn may be over and the button gone meanwhile
    await done.click({ timeout: 1000 }).catch(() => undefined);
  }
  await expect(page.locator("[data-try=unsolved]")).toBeVisible({ timeout: 60_000 });
  await attempt.getByRole("button", { name: "Try again" }).click();
  await page.locator("[data-decision] button", { hasText: "AURUM" }).first().click();
  await page.locator("[data-decision] button", { hasText: "Tarraco" }).first().click();
  await expect(page.locator("[data-try=solved]")).toBeVisible({ timeout: 60_000 });
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/solved.png` });
  await attempt.getByRole("button", { name: "Back to the game" }).click();
  await expect(page.locator("[data-review=done]")).toBeVisible();
});

test("a review of a game with hidden cards tells the luck of the draw", async ({ page }) => {
  test.setTimeout(180_000);
  await reviewed(page, "attika", 3);
  const review = page.locator("[data-review]");
  await review.getByText("How they played").click();
  await expect(review.getByRole("columnheader", { name: "Luck" })).toBeVisible();
  await expect(review.locator("tbody tr")).toHaveCount(4);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/review-attika.png` });
});
