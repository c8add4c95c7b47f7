import { expect, listen, test } from "../help";

test("two clicks from the first page to the first move", async ({ page }) => {
  await page.goto("/");
  await page.locator(".cards article").first().getByRole("button", { name: "Play now" }).click();
  const wedge = page.getByRole("button", { name: "marble", exact: false }).and(page.locator(".legal"));
  await wedge.first().click({ timeout: 20_000 });
  await expect(page.getByRole("log")).toContainText("You go to marble");
});

test("a table is set up with board, seats and options", async ({ page }) => {
  await page.goto("/");
  await page.locator(".cards article").first().getByRole("button", { name: "Set up a table" }).click();
  const counts = page.getByRole("group", { name: "Players" });
  await expect(counts.getByRole("button", { name: "4" })).toHaveAttribute("aria-pressed", "true");
  await page.getByText("Small Aegean").click();
  // a board for two or three takes the fourth seat away
  await expect(counts.getByRole("button")).toHaveText(["2", "3"]);
  await expect(counts.getByRole("button", { name: "3" })).toHaveAttribute("aria-pressed", "true");
  await page.getByLabel("Seat 2").selectOption("invited");
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("heading", { name: "Waiting for players" })).toBeVisible();
  await expect(page.getByLabel("Copy link")).toHaveValue(/#seat=/);
});

test("what a number of players needs is chosen with it, and goes with it", async ({ page }) => {
  await page.goto("/");
  await page
    .locator(".cards article")
    .filter({ hasText: "Antike II" })
    .getByRole("button", { name: "Set up a table" })
    .click();
  const counts = page.getByRole("group", { name: "Players" });
  await counts.getByRole("button", { name: "2" }).click();
  await page.getByText("Variants and options").click();
  const option = page.getByRole("checkbox", { name: /Two players lead two of four nations/ });
  await expect(option).toBeChecked();
  await expect(option).toBeDisabled();
  await counts.getByRole("button", { name: "3" }).click();
  await expect(option).not.toBeChecked();
  await counts.getByRole("button", { name: "2" }).click();
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page).toHaveURL(/\/table\//);
});

test("a wrong link says what happened", async ({ page, quiet }) => {
  await page.goto("/table/nosuchtable");
  await expect(page.getByText("There is no such table")).toBeVisible();
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !line.includes("404")));
});

test("German is spoken, too", async ({ browser, quiet }) => {
  const context = await browser.newContext({ locale: "de", reducedMotion: "reduce" });
  const page = await context.newPage();
  listen(page, quiet);
  await page.goto("/");
  await page.locator(".cards article").first().getByRole("button", { name: "Jetzt spielen" }).click();
  await expect(page.getByText("Ein Feld des Rondells wählen")).toBeVisible({ timeout: 20_000 });
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await context.close();
});

test("French is spoken everywhere", async ({ browser }) => {
  const context = await browser.newContext({ locale: "fr", reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto("/");
  await page.locator(".cards article").first().getByRole("button", { name: "Jouer" }).click();
  await expect(page.getByText("Choisir une case de la roue d’actions")).toBeVisible({ timeout: 20_000 });
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await context.close();
});
