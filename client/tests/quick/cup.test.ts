import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "../help";

test("a tournament from its form to the second round, and the pages about people", async ({ page }) => {
  await page.goto("/me");
  const name = `Zoe ${Math.floor(Math.random() * 1e6)}`;
  await page.getByLabel("Account name").first().fill(name);
  await page
    .getByLabel(/Password/)
    .first()
    .fill("a long password");
  await page.getByRole("button", { name: "Create an account" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await page.goto("/tournaments");
  await page.getByRole("button", { name: "New tournament" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Spring cup");
  await page.locator("form select").first().selectOption("attika");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Enter" }).first().click();
  await page.getByLabel("How many").fill("3");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Entrants: 4" })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole("button", { name: "Begin now" }).click();
  await expect(page.getByRole("heading", { name: "Round 1" })).toBeVisible();
  for (const left of [1, 0]) {
    await page.getByText("Decide", { exact: true }).first().click();
    await page
      .getByRole("button", { name: /^First:/ })
      .first()
      .click();
    if (left) await expect(page.getByText("Decide", { exact: true })).toHaveCount(1);
  }
  await expect(page.getByRole("heading", { name: "Round 2" })).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(name) })).toBeVisible();
  await page.getByRole("link", { name: "Ratings" }).click();
  await page.getByLabel("Who").selectOption("bots");
  await expect(page.getByText(/Nobody has played a rated game|Place/).first()).toBeVisible();
  await page.getByRole("link", { name: "Finished games" }).click();
  await page.getByLabel("From").fill("2124-01-01");
  await expect(page.getByText("No finished game matches.")).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
