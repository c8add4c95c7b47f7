import { expect, listen, test } from "../help";
import { LANGUAGES, LESSONS, playLesson, type Run } from "../lessons";

/**
 * Every lesson once, in turn on both sizes and in the three languages, so that each family is learned on a desk and on a
 * phone. Each lesson on each size in each language is in `make whole-games`.
 */
const RUNS: Run[] = LESSONS.map((lesson, place) => ({
  lesson,
  size: place % 2 ? "phone" : "desk",
  language: LANGUAGES[place % LANGUAGES.length] ?? "en",
}));

for (const run of RUNS) {
  test(`a lesson is played to its end: ${run.lesson}, ${run.size}, ${run.language}`, async ({ browser, quiet }) => {
    const { clicks, answers } = await playLesson(browser, quiet, run);
    expect(clicks).toBeGreaterThanOrEqual(8);
    expect(answers).toBeGreaterThanOrEqual(0);
  });
}

test("lessons lead from the first page to the next lesson and to a game", async ({ browser, quiet }) => {
  const context = await browser.newContext({ locale: "en", reducedMotion: "reduce" });
  const page = await context.newPage();
  listen(page, quiet);
  await page.goto("/");
  await page.getByRole("link", { name: "Learn to play" }).click();
  await expect(page.locator("section")).toHaveCount(5);
  await page.locator("#attika").getByRole("link", { name: "Two ways to win" }).click();
  await expect(page.locator("[data-bubble]")).toContainText("Step 1 of 8", { timeout: 15_000 });
  await page.getByRole("link", { name: "Leave the lesson" }).click();
  await expect(page.locator("section")).toHaveCount(5);
  await context.close();
});

test("a wrong answer is told why, with its clause, and then the ring shows the way", async ({ page }) => {
  await page.goto("/learn/antike-2006/war");
  await page.locator("[data-wedge].legal").first().waitFor();
  await page.locator("[data-wedge='0'].legal").click();
  await expect(page.locator("[data-bubble]")).toContainText("You could do that too");
  await page.locator("[data-wedge='4'].legal").click();
  await expect(page.locator("[data-bubble]")).toContainText("Step 2 of 12");
  await expect(page.locator("rect.ring")).toHaveCount(0);
  await page
    .locator("[data-decision] [data-action]")
    .filter({ hasText: "Athens" })
    .filter({ hasText: "alley" })
    .click();
  await expect(page.locator("[data-bubble] [role=alert]")).toContainText("Athens has no temple");
  await expect(page.locator("[data-bubble] [role=alert] a")).toHaveText("A06-132");
  await expect(page.locator("rect.ring")).toHaveCount(1);
  await expect(page.locator("[data-bubble]")).toContainText("Step 2 of 12");
});
