import { expect, openTable, test } from "../help";

test("a whole arming turn is put together and confirmed once, and taken back once", async ({ page }) => {
  await openTable(page, { game: "antike-2006", seats: [{ kind: "me" }, { kind: "me" }] });
  await page.locator("[data-decision] button[data-kind=wedge]", { hasText: /arming/i }).click();
  await expect(page.locator("[data-decision]")).toHaveAttribute("data-step", "1");
  await page.locator("[data-together]").click();
  const more = page.getByRole("button", { name: /^one more: Legion in/ });
  await more.first().click();
  await expect(page.getByRole("status").or(page.locator("output")).filter({ hasText: /^1$/ })).toHaveCount(1);
  await more.locator("visible=true").and(page.locator(":enabled")).last().click();
  await expect(page.locator("output", { hasText: /^1$/ })).toHaveCount(2);
  await page
    .getByRole("button", { name: /^one less: Legion in/ })
    .and(page.locator(":enabled"))
    .last()
    .click();
  await expect(page.locator("output", { hasText: /^1$/ })).toHaveCount(1);
  await expect(page.locator("[data-decision]")).toHaveAttribute("data-step", "1");
  await page.locator("[data-draft]").click();
  await expect(page.locator("[data-decision]")).not.toHaveAttribute("data-step", "1");
  await expect(page.getByRole("log")).toContainText(/legion/i);
  await page.keyboard.press("u");
  await expect(page.locator("[data-decision]")).toHaveAttribute("data-step", "1");
});
