/** Puzzles: one is solved on the board and one is failed and answered; the page of all puzzles, on desk and phone. */

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import type { PuzzleTold, PuzzleVerdict } from "../../src/messages";
import { expect, test } from "../help";

const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
};
const next = async (page: Page, game: string): Promise<PuzzleTold> =>
  (await (await page.request.get(`/api/puzzles/next?game=${game}`)).json()) as PuzzleTold;

/** Open a puzzle, and begin a session with it. */
async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/puzzles/${id}`);
  await expect(page.locator("[data-puzzle=playing]")).toBeAttached();
  await page.locator("[data-decision] button[data-action]").first().waitFor();
}
/** Play a whole turn as the buttons of the table would. */
async function play(page: Page, actions: number[]): Promise<void> {
  for (const action of actions) {
    const button = page.locator(`[data-decision] button[data-action="${action}"]`).first();
    await button.click();
  }
}

test("a puzzle is failed and answered on the board, tried again and solved", async ({ page }) => {
  await page.goto("/puzzles");
  await expect(page.getByRole("heading", { name: "Puzzle of the day" })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await picture(page, "puzzles");

  const { id } = await next(page, "antike-2006");
  await open(page, id);
  await picture(page, "puzzle");
  // a wedge that only brings resources ends the turn at once
  await page
    .locator("[data-decision] button[data-action]", { hasText: /Iron|Gold|Marble/ })
    .first()
    .click();
  await expect(page.locator("[data-puzzle=unsolved]")).toBeAttached({ timeout: 30_000 });
  await expect(page.locator("[data-puzzle]")).toContainText("Your rating is");
  expect((await new AxeBuilder({ page }).include("[data-puzzle]").analyze()).violations).toEqual([]);
  await picture(page, "puzzle-failed");

  await page.getByRole("button", { name: "Show the solution" }).click();
  await expect(page.locator("[data-puzzle]")).toContainText("The solution");
  const answer = page.waitForResponse((found) => found.request().method() === "POST" && found.url().endsWith(id));
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("[data-decision] button[data-action]").first().waitFor();
  const shown = (await (
    await page.request.post(`/api/puzzles/${id}`, {
      data: { actions: [] },
      headers: { origin: new URL(page.url()).origin },
    })
  ).json()) as PuzzleVerdict;
  await play(page, shown.solution ?? []);
  expect(((await (await answer).json()) as PuzzleVerdict).solved).toBe(true);
  await expect(page.locator("[data-puzzle=solved]")).toBeAttached();
  await picture(page, "puzzle-solved");
});

test("a phone shows what is to be done, and the panel of the puzzle", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/puzzles");
  await page.getByRole("heading", { name: "Attika" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.locator("#attika").getByRole("button", { name: "Next puzzle" }).click();
  await expect(page.locator(".task")).toBeVisible();
  // beside the buttons over the map, not behind them
  const [task, head] = await Promise.all([".task", ".table > header"].map((part) => page.locator(part).boundingBox()));
  expect(task?.x).toBeGreaterThanOrEqual((head?.x ?? 0) + (head?.width ?? 0));
  await picture(page, "puzzle-phone");
  await page.getByRole("button", { name: "Puzzle", exact: true }).click();
  await expect(page.getByRole("button", { name: "Show the solution" })).toBeVisible();
  await picture(page, "puzzle-phone-panel");
});
