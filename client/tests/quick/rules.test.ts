import { bots, expect, listen, openTable, test } from "../help";

for (const [locale, language, topic, note] of [
  ["en", "en", "Players", ""],
  ["fr", "fr", "Joueurs", ""],
  ["de", "en", "Players", "auf Englisch"],
] as const) {
  test(`the clauses are in the language of the page or say that they are in English, ${locale}`, async ({
    browser,
    quiet,
  }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    listen(page, quiet);
    await page.goto("/rules/attika");
    await expect(page.locator(`main [lang=${language}] article#AT-001`)).toContainText(topic);
    if (note) await expect(page.locator("main")).toContainText(note);
    else await expect(page.locator("main .note")).toHaveCount(0);
    await context.close();
  });
}

test("a question at the table leads to clauses in French", async ({ browser }) => {
  const context = await browser.newContext({ locale: "fr" });
  const page = await context.newPage();
  await page.goto("/learn/attika");
  await page.locator("rect.ring").waitFor();
  const link = await page.locator(".help a").getAttribute("href");
  await page.goto(link ?? "");
  await expect(page.getByRole("searchbox")).toHaveValue("tour");
  expect(await page.locator("[lang=fr] article").count()).toBeGreaterThan(5);
  await page.getByRole("searchbox").fill("l'ordre");
  await expect(page.locator("[lang=fr] article").first()).toContainText("l’ordre");
  await context.close();
});

for (const [locale, first] of [
  ["en", "Your turn"],
  ["fr", "Votre tour"],
  ["de", "Ihr Zug"],
] as const) {
  test(`a click at the table leads to the rules in pictures, and from there to a clause, ${locale}`, async ({
    browser,
    quiet,
  }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    listen(page, quiet);
    await openTable(page, { game: "antike-duellum", seats: bots(1) });
    const link = page.locator("a.rules");
    const [guide] = await Promise.all([context.waitForEvent("page"), link.click()]);
    await expect(guide.locator(".sheet")).toHaveCount(2);
    await expect(guide.getByRole("heading", { level: 2 }).first()).toContainText(first);
    for (const img of await guide.locator(".sheet img").all()) {
      await img.scrollIntoViewIfNeeded();
      await expect.poll(() => img.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBe(640);
    }
    await guide.locator(".ids a").first().click();
    await expect(guide.locator("article#AD-027")).toBeVisible();
    await context.close();
  });
}

test("the clauses have a summary, contents that lead to a part, and a way to the pictures", async ({ page }) => {
  await page.goto("/rules/attika");
  await expect(page.locator(".short")).toContainText("between two shrines");
  const contents = page.locator(".contents button");
  expect(await contents.count()).toBeGreaterThan(10);
  await page.getByRole("button", { name: "9. Colonies" }).click();
  await expect(page.getByRole("heading", { name: "9. Colonies" })).toBeFocused();
  await page.locator(".short a").click();
  await expect(page.locator(".sheet")).toHaveCount(2);
});

test("a game's two pages are printed on two sheets", async ({ page }) => {
  for (const game of ["antike-2005", "antike-2006", "antike-2", "antike-duellum", "attika"]) {
    await page.goto(`/guide/${game}`);
    await page.locator(".sheet").first().waitFor();
    const sheets = await page.pdf({
      format: "A4",
      margin: { top: "10mm", bottom: "10mm", left: "12mm", right: "12mm" },
    });
    expect([game, sheets.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length]).toEqual([game, 2]);
  }
});
