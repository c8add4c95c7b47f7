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
  await setup.getByLabel("Remove", { exact: true }).check();
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

test("a position of Attika is set up with the mouse, refused with a reason where it cannot be, and played", async ({
  page,
  quiet,
}) => {
  await page.goto("/analysis");
  await page.getByLabel("Rulebook").selectOption({ label: "Attika" });
  await page.getByText("Variants and options").click();
  await page.locator("details", { hasText: "Variants and options" }).locator("input[type=checkbox]").first().check();
  await page.getByRole("button", { name: "Set up a position" }).click();
  const setup = page.locator("[data-setup]");
  await setup.waitFor();
  // a building on the board and one on the player board
  const spaces = setup.locator("[data-hex][aria-label^='forest'], [data-hex][aria-label^='hill']");
  await setup.getByRole("radio", { name: /^Quarry/ }).check({ force: true });
  await setup.getByLabel("Quarry: on the player board").fill("0"); // a game may begin with it there
  await spaces.first().click();
  await expect(setup.locator("[data-hex][aria-label*='Quarry']").first()).toBeVisible();
  await setup.getByRole("radio", { name: /^Mint/ }).check({ force: true });
  await setup.getByLabel("Mint: on the player board").fill("1");
  // a tile more
  const before = await setup.locator("[data-hex]").count();
  await setup.getByRole("radio", { name: "Board tile" }).check();
  await setup.locator("[data-gap]").first().click();
  await expect(setup.locator("[data-hex]")).toHaveCount(before + 7);
  await setup.getByLabel("amphorae").fill("2");
  await picture(page, "setup-attika");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  // more cards than there are
  const hills = setup.getByRole("spinbutton", { name: "hill" }).first();
  await hills.fill("40");
  await setup.getByRole("button", { name: "Analyze" }).click();
  await expect(setup.getByRole("alert")).toContainText("15 cards of each terrain");
  expect(quiet.splice(0)).toHaveLength(1); // the refusal
  await hills.fill("3");
  await setup.getByRole("button", { name: "Analyze" }).click();
  await page.locator("[data-study]").waitFor();
  await expect(page.locator("[data-hex][aria-label*='Quarry']").first()).toBeVisible();
  await clickAny(page);
  await expect.poll(() => nodes(page).count()).toBeGreaterThan(0);
});

test("threats are told and shown, the board is drawn on, and a picture of a study can be shown elsewhere", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await fresh(page, "Antike");
  await page.locator("[data-ask-threats]").check();
  await page.locator("[data-think]").click();
  const threat = page.locator("[data-threats] button").first();
  await expect(threat).toBeVisible({ timeout: 60_000 });
  await expect(threat).toContainText("%");
  await threat.hover();
  await picture(page, "threats");
  await page.locator("[data-think]").click();

  await page.getByLabel("Comment on this position").fill("Where to begin?");
  await page.locator("[data-draw]").click();
  const region = (name: RegExp): Locator => page.getByRole("button", { name });
  await region(/^Athen/).press("Enter");
  await region(/^Athen/).press("Enter");
  await expect(page.locator("[data-shape=ring]")).toHaveCount(1);
  await region(/^Athen/).press("Enter");
  await region(/^Pella/).press("Enter");
  await expect(page.locator("[data-shape=arrow]")).toHaveCount(1);
  await page.locator("[data-draw]").click();
  await picture(page, "drawn");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole("button", { name: "Code for a picture" }).click();
  const code = await page.locator("[data-embed]").inputValue();
  const source = /img src="([^"]+)"/.exec(code)?.[1] ?? "";
  const answer = await page.request.get(source);
  expect(answer.headers()["content-type"]).toContain("image/svg+xml");
  expect(await answer.text()).toContain("<svg");
  await page.reload();
  await expect(page.locator("[data-shape]")).toHaveCount(2);
  await expect(page.locator("[data-tree]")).toContainText("Where to begin?");
});

test("why not is answered on the analysis board, with its clause", async ({ page }) => {
  await fresh(page, "Antike");
  const region = page.locator("[data-region]:not(.target):not(.reach)").first();
  await region.dispatchEvent("click");
  await expect(page.locator("[data-card]").getByRole("status")).toContainText("A06-");
  await fresh(page, "Attika");
  await page.locator("[data-decision].mine").waitFor();
  await page.locator("[data-hex][aria-disabled=true]").first().dispatchEvent("click");
  await expect(page.locator("p.why")).toContainText(/\w+\. AT-\w+/);
});

test("the analysis board is worked by keys alone", async ({ page }) => {
  await fresh(page, "Antike");
  await page.locator("body").press("3");
  await expect.poll(() => nodes(page).count()).toBeGreaterThan(0);
  const current = page.locator("[data-tree] [aria-current]");
  const reached = await current.innerText();
  await page.keyboard.press(",");
  await expect(current).not.toHaveText(reached, { useInnerText: true });
  await page.keyboard.press(".");
  await expect(current).toHaveText(reached, { useInnerText: true });
  await page.keyboard.press("e");
  await expect(page.locator("[data-think]")).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("[data-lines] li").first()).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press("e");
  await expect(page.locator("[data-think]")).toHaveAttribute("aria-pressed", "false");
});
