import { expect, listen, test } from "../help";

/** What the note says and points at. */
const told = (): string =>
  `${document.querySelector("[data-bubble]")?.textContent} ${JSON.stringify(document.querySelector("rect.ring")?.getBoundingClientRect())}`;

/** Click where the note points, step by step, until the lesson is over; give how many clicks that took. */
async function follow(page: import("@playwright/test").Page): Promise<number> {
  const over = page.locator("[data-lesson-over]");
  for (let clicks = 0; clicks < 40; clicks++) {
    if (await over.count()) return clicks;
    const ring = page.locator("rect.ring");
    await Promise.race([ring.waitFor(), over.waitFor()]);
    if (await over.count()) return clicks;
    await page.waitForTimeout(120);
    const box = await ring.boundingBox();
    if (!box) continue;
    const before = await page.evaluate(told);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => page.evaluate(told), { timeout: 5000 }).not.toBe(before);
    await page.mouse.move(2, 2);
  }
  throw new Error("the lesson does not end");
}

for (const [game, language, size] of [
  ["antike-2006", "en", { width: 1440, height: 900 }],
  ["attika", "en", { width: 1440, height: 900 }],
  ["antike-2006", "fr", { width: 390, height: 844 }],
  ["attika", "fr", { width: 390, height: 844 }],
] as const) {
  test(`the guided first game of ${game} is played through, ${language}, ${size.width} wide`, async ({
    browser,
    quiet,
  }) => {
    const context = await browser.newContext({ locale: language, viewport: size, reducedMotion: "reduce" });
    const page = await context.newPage();
    listen(page, quiet);
    await page.goto("/");
    await page.locator(`.hero a[href="/learn/${game}"]`).click();
    await expect(page.locator("[data-bubble]")).toContainText(language === "en" ? "Step 1 of 10" : "Étape 1 sur 10", {
      timeout: 15_000,
    });
    expect(await follow(page)).toBeGreaterThanOrEqual(10);
    await expect(page.locator("[data-result]")).toBeVisible();
    await page
      .locator("[data-bubble]")
      .getByRole("button", { name: language === "en" ? "Play your first game" : "Jouer ma première partie" })
      .click();
    await expect(page).toHaveURL(/\/table\//);
    await expect(page.locator("[data-decision]")).toBeVisible({ timeout: 15_000 });
    await context.close();
  });
}

test("a lesson refuses gently what is not the step, and can be left", async ({ page }) => {
  await page.goto("/learn/antike-2006");
  await page.locator("[data-wedge='0'].legal").click();
  await expect(page.locator("[data-bubble]")).toContainText("You could do that too");
  await expect(page.locator("[data-bubble]")).toContainText("Step 1 of 10");
  await page.getByRole("link", { name: "Leave the lesson" }).click();
  await expect(page.locator(".cards article").first()).toBeVisible();
});
