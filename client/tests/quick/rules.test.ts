import { expect, listen, test } from "../help";

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
  await context.close();
});
