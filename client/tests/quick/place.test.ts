import { AxeBuilder } from "@axe-core/playwright";

import { bots, expect, openTable, test } from "../help";

const account = async (page: import("@playwright/test").Page, name: string): Promise<void> => {
  await page.goto("/");
  const status = await page.evaluate(
    async (body) => {
      const answer = await fetch("/api/account", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      return answer.status;
    },
    { name, password: "a long password" },
  );
  expect(status).toBe(200);
};

test("the first page plays each game, names its buttons and says what a rondel is", async ({ page }) => {
  await page.goto("/");
  const cards = page.locator(".cards article");
  await expect(cards).toHaveCount(5);
  await expect(page.getByText("A rondel is a wheel of actions")).toBeVisible();
  for (const name of ["Play now: Attika", "Set up a table: Attika", "Rules: Attika"])
    await expect(cards.getByRole(name.startsWith("Rules") ? "link" : "button", { name })).toHaveCount(1);
  for (const card of await cards.all()) {
    await card.scrollIntoViewIfNeeded();
    await expect(card.getByRole("img", { name: /in play/ }).locator("svg")).toBeVisible();
  }
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations.map((entry) => `${entry.id}: ${entry.nodes[0]?.html}`)).toEqual([]);
});

test("a board in sight goes on from turn to turn", async ({ browser }) => {
  test.setTimeout(90_000); // in some turns only goods change, which are not on the board
  const context = await browser.newContext({ reducedMotion: "no-preference" });
  const page = await context.newPage();
  await page.goto("/");
  const board = page
    .locator(".cards article")
    .first()
    .getByRole("img", { name: /in play/ });
  await expect(board.locator("svg")).toBeVisible();
  const before = await board.innerHTML();
  await expect.poll(async () => (await board.innerHTML()) !== before, { timeout: 45_000 }).toBe(true);
  await context.close();
});

test("About says what is ours and leads back", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "About Rondel" }).click();
  await expect(page.getByRole("heading", { name: "What is our own design" })).toBeVisible();
  await expect(page.getByText("most of the boards").first()).toBeVisible();
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations.map((entry) => entry.id)).toEqual([]);
});

test("a position is shared as a link and saved as a picture", async ({ page }) => {
  const { id } = await openTable(page, { game: "antike-2006", seats: bots(1) });
  await page.getByLabel("Share").click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as picture" }).click();
  expect((await download).suggestedFilename()).toBe(`rondel-${id.slice(0, 8)}.png`);
  await expect(page.getByRole("button", { name: "Saved" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Copy link" })).toBeHidden();
});

test("a replay for other websites shows the board and asks as nobody", async ({ page }) => {
  const { id } = await openTable(page, { game: "attika", seats: bots(1) });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) asked.push(request.headers().cookie ?? "");
  });
  await page.goto(`/embed/${id}`);
  await expect(page.getByRole("link", { name: "Open in Rondel" })).toHaveAttribute("target", "_blank");
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByText(/^Step \d+ of \d+/)).toBeVisible();
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter(Boolean)).toEqual([]);
});

test("a club is founded, joined by its link, and has tables, dates and roles", async ({ page, browser }) => {
  const [ann, ben] = [`Ann ${Date.now() % 1_000_000}`, `Ben ${Date.now() % 1_000_000}`];
  await account(page, ann);
  await page.goto("/clubs");
  await page.getByRole("button", { name: "New club" }).click();
  // on a phone the long answers of a list make the form no wider
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBe(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel("Name", { exact: true }).fill("Delian League");
  await page.getByLabel("Who may join").selectOption("private");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: "Delian League" })).toBeVisible();
  await page.getByRole("button", { name: "Add a date" }).click();
  await page.getByLabel("What").fill("Club evening");
  await page.getByLabel("When").fill("2030-05-01T19:30");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Club evening")).toBeVisible();
  const link = await page.getByLabel("Invitation link").inputValue();

  const context = await browser.newContext();
  const other = await context.newPage();
  await account(other, ben);
  await other.goto(link);
  await other.getByRole("button", { name: "Join" }).click();
  await expect(other.getByRole("heading", { name: "Delian League" })).toBeVisible();
  await expect(other.getByLabel("Invitation link")).toBeHidden();
  await other.getByRole("button", { name: "Open a table for the club" }).click();
  await other.getByRole("button", { name: "Open the table" }).click();
  await expect(other).toHaveURL(/\/table\//);
  await context.close();

  await page.reload();
  await expect(page.getByRole("heading", { name: "Tables" }).locator("..")).toContainText(ben);
  await page.getByLabel(`Role of ${ben}`).selectOption("officer");
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations.map((entry) => `${entry.id}: ${entry.nodes[0]?.html}`)).toEqual([]);
});

test("a player is followed on their page and found among friends", async ({ page, browser }) => {
  const name = `Kleio ${Date.now() % 1_000_000}`;
  const context = await browser.newContext();
  const other = await context.newPage();
  await account(other, name);
  const id = await other.evaluate(async () => ((await (await fetch("/api/me")).json()) as { id: string }).id);
  await context.close();
  await page.goto(`/player/${id}`);
  await page.getByRole("button", { name: `Follow ${name}` }).click();
  await expect(page.getByRole("button", { name: `Unfollow ${name}` })).toBeVisible();
  await page.goto("/friends");
  await expect(page.getByRole("link", { name })).toBeVisible();
});
