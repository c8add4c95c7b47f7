import { expect, openTable, test } from "../help";

test("a guest is called so in the language of the page", async ({ page }) => {
  await openTable(page, { game: "attika", seats: [{ kind: "me" }, { kind: "me" }] });
  const seat = page.locator("[data-city=Athens]");
  await expect(seat).toContainText(/Guest \d{4}/);
  const number = /\d{4}/.exec(await seat.locator("small").first().innerText())?.[0] ?? "";
  await page.locator(".settings summary").click();
  for (const [language, word] of [
    ["fr", "Invité"],
    ["de", "Gast"],
  ] as const) {
    await page.locator(".settings select").first().selectOption(language);
    await expect(seat).toContainText(`${word} ${number}`);
  }
  await page.goto("/me");
  await expect(page.locator("main")).toContainText(`Gast ${number}`);
});

for (const [locale, words] of [
  ["en", "at least 10 characters"],
  ["fr", "au moins 10 caractères"],
  ["de", "mindestens 10 Zeichen"],
] as const) {
  test(`a password that is too short is refused in words, ${locale}`, async ({ browser }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto("/me");
    const form = page.locator("form").filter({ has: page.locator("input[autocomplete=new-password]") });
    await form.locator("input").first().fill("Ann");
    await form.locator("input[autocomplete=new-password]").fill("short");
    await form.locator("button").click();
    await expect(page.getByRole("alert")).toContainText(words);
    await context.close();
  });
}
