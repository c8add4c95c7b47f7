/** The review of a finished game: asked for, shown on the replay, the better turn on the board, and tried again. */

import { readFileSync } from "node:fs";

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import type { Figures, Progress } from "../../src/messages";
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
  await expect(card).toContainText("There was a win in this turn.");
  await expect(card.getByText("Better", { exact: true })).toBeVisible();
  await expect(card.locator("a.clause").first()).toHaveAttribute("href", /\/rules\/antike-duellum#/);
  expect((await new AxeBuilder({ page }).include("[data-review]").analyze()).violations).toEqual([]);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/review.png` });

  await card.getByRole("button", { name: "Show it on the board" }).click();
  await expect(review.locator("[data-showing]")).toBeVisible();
  await review.getByRole("button", { name: "One move forward" }).click();
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

  // imported games count for nobody, so there is nothing to tell of oneself yet
  await review.getByRole("link", { name: "All your reviewed games" }).click();
  await expect(page.getByRole("heading", { name: "How I play", level: 1 })).toBeVisible();
  await expect(page.getByText("None of your games has been reviewed yet.")).toBeVisible();
});

test("one's play over all reviewed games is told by rulebook, with a trend, in three languages", async ({ page }) => {
  const played = (games: number, luck: number | null): Figures => ({
    games, choices: 30 * games, loss: 0.031, grade: "solid", first: 0.52, three: 0.81, phases: [0.02, 0.03, 0.04],
    marks: {}, luck,
  }); // prettier-ignore
  const answer: Progress = {
    figures: played(3, 0.02),
    books: [{ game: "antike-2006", figures: played(2, null) }, { game: "attika", figures: played(1, 0.02) }],
    games: ["attika", "antike-2006", "antike-2006"].map((game, place) => ({
      table: `table${place}`, game, at: Date.UTC(2026, 10, 19 - place), choices: 30, loss: 0.02 + place / 100, grade: "solid",
    })),
  }; // prettier-ignore
  await page.route("**/api/me/progress", (route) => route.fulfill({ json: answer }));
  await page.goto("/progress");
  await expect(page.getByRole("row")).toHaveCount(4);
  await expect(page.getByRole("row", { name: "Attika" }).getByRole("cell").first()).toHaveText("solid");
  await expect(page.getByRole("img", { name: "Mean loss, game by game" }).locator("circle")).toHaveCount(3);
  await expect(page.locator('a[href="/replay/table0"]')).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/progress.png`, fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [lang, title] of [
    ["fr", "Mon jeu"],
    ["de", "Mein Spiel"],
  ] as const) {
    await page.addInitScript((to) => {
      const kept = JSON.parse(localStorage.getItem("rondel") ?? "{}") as object;
      localStorage.setItem("rondel", JSON.stringify({ ...kept, lang: to }));
    }, lang);
    await page.goto("/progress");
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/progress-${lang}.png`, fullPage: true });
  }
});
