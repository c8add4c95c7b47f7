import { expect, openTable, test } from "../help";

const TWO = [{ kind: "me" }, { kind: "me" }];

test("every region that cannot be chosen opens its card and says why, with the clause", async ({ page }) => {
  await openTable(page, { game: "antike-2006", seats: TWO });
  await page.locator(".wedge.legal").first().waitFor();
  const regions = page.locator("[data-region]:not(.target):not(.reach)");
  await regions.first().waitFor({ state: "attached" });
  const count = await regions.count();
  expect(count).toBeGreaterThan(20);
  for (let place = 0; place < count; place += 4) {
    const region = regions.nth(place);
    await region.dispatchEvent("click");
    const card = page.locator(`[data-card="${await region.getAttribute("data-region")}"]`);
    await expect(card.getByRole("status")).toContainText(/\w+\. A06-\w+/);
  }
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-card]")).toHaveCount(0);
});

test("a region tells all about itself by the right button and by I; a wedge out of reach says why", async ({
  page,
}) => {
  await openTable(page, { game: "antike-2006", seats: TWO });
  await page.locator("[data-decision] button[data-kind=wedge]", { hasText: /iron/i }).click();
  await expect(page.locator("[data-decision]")).toHaveAttribute("data-step", "1");
  const region = page.locator("[data-region]").first();
  await region.dispatchEvent("contextmenu");
  await expect(page.locator("[data-card]")).toBeVisible();
  await page.keyboard.press("Escape");
  await region.focus();
  await page.keyboard.press("i");
  await expect(page.locator("[data-card]")).toBeVisible();
  await page.keyboard.press("Escape");
  // the second player chooses freely; when it is the first one's turn again, far wedges cost more than there is
  await page.locator("[data-decision] button[data-kind=wedge]", { hasText: /gold/i }).click();
  await expect(page.locator("[data-decision]")).toHaveAttribute("data-step", "2");
  const far = page.locator(".wedge:not(.legal)").first();
  if (await far.count()) {
    await far.dispatchEvent("click");
    await expect(page.locator(".told [role=status]")).toContainText("A06-");
  }
});

test("every space, building and pile of Attika that cannot be chosen says why", async ({ page }) => {
  test.setTimeout(120_000);
  await openTable(page, { game: "attika", seats: TWO });
  await page.locator("[data-decision].mine").waitFor();
  const why = page.locator("p.why");
  const told = new Set<string>();
  for (const selector of ["[data-hex][aria-disabled=true]", "[data-building][aria-disabled=true]"]) {
    const refused = page.locator(selector);
    const count = await refused.count();
    expect(count).toBeGreaterThan(8);
    for (let place = 0; place < count; place += 2) {
      await refused.nth(place).dispatchEvent("click");
      await expect(why).toContainText(/\w+\. AT-\w+/);
      told.add(await why.innerText());
      await page.keyboard.press("Escape");
      await expect(why).toHaveCount(0);
    }
  }
  expect(told.size).toBeGreaterThan(2);
  // with a building to place, the piles and the shrines are refused
  await page.locator("[data-building].legal").first().click();
  await expect(page.locator("[data-decision]")).toContainText("Choose where to build");
  for (const pile of await page.locator("[data-pile]").all()) {
    await pile.click({ force: true });
    await expect(why).toContainText(/\w+\. AT-\w+/);
    await page.keyboard.press("Escape");
  }
});
