/** The analysis board: play both sides, branch, comment, let the engine think, keep it, and share it. */

import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";

import { bots, clickAny, expect, listen, openTable, test } from "../help";

/** Begin the analysis of a new game. */
async function fresh(page: Page, title: string): Promise<void> {
  await page.goto("/analysis");
  await page.getByLabel("Rulebook").selectOption({ label: title });
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator("[data-study]").waitFor({ state: "attached" });
  await page.locator("[data-decision]").waitFor();
}
const nodes = (page: Page): Locator => page.locator("[data-tree] [data-node]");
const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
};

test("a position is played on for all sides, branched, commented, judged, kept and shared", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  await fresh(page, "Antike");
  const choices = page.locator("[data-decision] button[data-action], [data-decision] button[data-origin]");
  const last = await choices.last().innerText();
  for (let clicks = 0; clicks < 4; clicks++) {
    const before = await nodes(page).count();
    if (clicks) await clickAny(page);
    else await choices.first().click();
    await expect.poll(() => nodes(page).count()).toBeGreaterThan(before);
  }
  const main = await nodes(page).count();
  // back to the beginning, and another way
  await page.getByRole("button", { name: "Beginning" }).click();
  await expect(choices.last()).toHaveText(last, { useInnerText: true });
  await choices.last().click();
  await expect.poll(() => nodes(page).count()).toBeGreaterThan(main);
  await page.getByLabel("Comment on this move").fill("The quiet way");
  await page.getByLabel("Mark this move").selectOption("!?");
  await expect(page.locator("[data-tree]")).toContainText("The quiet way");
  await page.locator("[data-think]").click();
  await expect(page.locator("[data-lines] li").first()).toBeVisible({ timeout: 60_000 });
  await expect(page.locator("[data-chances] li")).toHaveCount(2);
  await picture(page, "analysis");
  await page.locator("[data-think]").click();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await page.getByLabel("Title").fill("Openings");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Saved" })).toBeVisible();
  expect(page.url()).toContain("/analysis/study/");

  const other = await browser.newContext({ reducedMotion: "reduce" });
  const friend = await other.newPage();
  const said: string[] = [];
  listen(friend, said);
  await friend.goto(page.url());
  await expect(friend.locator("[data-tree]")).toContainText("The quiet way");
  expect(await nodes(friend).count()).toBe(await nodes(page).count());
  await nodes(friend).last().click();
  await expect(nodes(friend).last()).toHaveAttribute("aria-current", "step");
  expect(said).toEqual([]);
  await other.close();
});

test("the analysis begins at a step of a finished game, and never in one among people", async ({ page, browser }) => {
  const { id, links } = await openTable(page, {
    game: "antike-2006",
    seats: [{ kind: "me" }, { kind: "invited" }],
  });
  const other = await browser.newContext();
  const friend = await other.newPage();
  await friend.goto(`/table/${id}#seat=${links["1"]}`);
  await friend.getByLabel("What should the others call you?").fill("Ben");
  await friend.getByRole("button", { name: "Sit down" }).click();
  await page.locator("[data-decision]").waitFor();
  await page.goto(`/replay/${id}`);
  await expect(page.locator("[data-analyze]")).toHaveCount(0);
  await expect(page.locator("[data-review]")).toHaveCount(0);
  await other.close();
});

test("Attika is analyzed on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await fresh(page, "Attika");
  await page.getByRole("button", { name: "Analysis", exact: true }).click();
  await expect(page.locator("[data-think]")).toBeVisible();
  await picture(page, "analysis-phone");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test("a position is pasted and played on", async ({ page }) => {
  const { id } = await openTable(page, { game: "antike-duellum", seats: bots(1) });
  await page.locator("[data-decision]").waitFor();
  const position = await page.evaluate(async (table) => (await fetch(`/api/tables/${table}/position`)).text(), id);
  await page.goto("/analysis");
  await page.getByLabel("Position, record or study").fill(position);
  await page.getByRole("button", { name: "Open" }).click();
  await page.locator("[data-decision]").waitFor();
  await clickAny(page);
  await expect.poll(() => nodes(page).count()).toBeGreaterThan(0);
});

test("a position of the Antike family is set up with the mouse and played", async ({ page }) => {
  await page.goto("/analysis");
  await page.getByLabel("Rulebook").selectOption({ label: "Antike Duellum" });
  await page.getByRole("button", { name: "Set up a position" }).click();
  const setup = page.locator("[data-setup]");
  await setup.waitFor();
  await setup.getByRole("radio", { name: "Romans" }).check();
  await setup.getByLabel("Legion", { exact: true }).check();
  const region = setup.getByRole("button", { name: /^Corsica|^Alps|^Genua/ }).first();
  await region.press("Enter");
  await region.press("Enter");
  await expect(region).toHaveAttribute("aria-label", /2\slegions/);
  await setup.getByLabel("Take away").check();
  await region.press("Enter");
  await expect(region).toHaveAttribute("aria-label", /1\slegion\s/);
  await setup.getByLabel("marble").fill("7");
  await picture(page, "setup");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await setup.getByRole("button", { name: "Analyze" }).click();
  await page.locator("[data-study]").waitFor();
  await clickAny(page);
  await expect.poll(() => nodes(page).count()).toBeGreaterThan(0);
});
