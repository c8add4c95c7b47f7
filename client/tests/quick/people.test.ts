import { expect, openTable, test } from "../help";

test("a guest makes an account, signs out everywhere and in again, and keeps the games", async ({ page, quiet }) => {
  const name = `Ann ${Date.now() % 100_000}`;
  await openTable(page, { game: "antike-2006", seats: [{ kind: "me" }, { kind: "me" }, { kind: "me" }] });
  await page.goto("/me");
  await expect(page.getByRole("heading", { name: /You are playing as a guest/ })).toBeVisible();
  const [register, signIn] = [
    page.locator("section", { has: page.getByRole("heading", { name: "Create an account" }) }),
    page.locator("section", { has: page.getByRole("heading", { name: "Sign in" }) }),
  ];
  await register.getByLabel("Account name").fill(name);
  await register.getByLabel(/Password/).fill("a long secret");
  await register.getByRole("button").click();
  await expect(page.getByText("Your account has been created")).toBeVisible();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("You are signed out")).toBeVisible();
  // a wrong password says so, and what was typed stays
  await signIn.getByLabel("Account name").fill(name);
  await signIn.getByLabel("Password").fill("not the secret");
  await signIn.getByRole("button").click();
  await expect(page.getByRole("alert")).toContainText("Wrong name or password");
  await expect(signIn.getByLabel("Account name")).toHaveValue(name);
  await signIn.getByLabel("Password").fill("a long secret");
  await signIn.getByRole("button").click();
  await expect(page.getByText("You are signed in.", { exact: true })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "My games" })).toBeVisible();
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !line.includes("401")));
});

test("a guest changes the name", async ({ page }) => {
  await page.goto("/me");
  await page.getByLabel("Your name").fill("Berenike");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Berenike", exact: true })).toBeVisible();
});

test("whoever makes a table for others is asked for a name", async ({ page }) => {
  await openTable(page, { game: "antike-2006", seats: [{ kind: "me" }, { kind: "open" }] });
  await page.getByLabel("What should the others call you?").fill("Hugo");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("[data-waiting] li[data-seat='0']")).toContainText("Hugo");
  await expect(page.locator("[data-introduce]")).toHaveCount(0);
});

test("a table with clocks shows them beside the seats, and they tick", async ({ page }) => {
  await page.goto("/");
  await page.locator(".cards article").first().getByRole("button", { name: "Set up a table" }).click();
  await page.getByLabel("Pace").selectOption("live");
  await page.getByLabel("Minutes per player").fill("20");
  await page.getByRole("button", { name: "3", exact: true }).click();
  for (const seat of ["Seat 2", "Seat 3"]) await page.getByLabel(seat).selectOption("me");
  await page.getByRole("button", { name: "Open the table" }).click();
  const clocks = page.getByRole("timer");
  await expect(clocks).toHaveCount(3, { timeout: 15_000 });
  await expect(page.locator(".clock.runs")).toHaveCount(1);
  const before = await page.locator(".clock.runs").innerText();
  expect(before).toMatch(/(19:5\d|20:00)/);
  await expect(page.locator(".clock.runs")).not.toHaveText(before, { timeout: 3000 });
});

test("prices of Attika are in the language of the page, and a phone shows the cards in hand", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() =>
    localStorage.setItem("rondel", localStorage.getItem("rondel") ?? JSON.stringify({ lang: "fr" })),
  );
  await openTable(page, { game: "attika", seats: [{ kind: "me" }, { kind: "me" }] });
  await expect(page.locator("[data-decision] .stock")).toBeVisible();
  await expect(page.locator("[data-decision] .stock svg")).toHaveCount(4);
  const prices = page.locator("[data-decision] button.space");
  // a building that cannot be paid for anywhere is stored at once: then the next one is drawn
  await expect(async () => {
    if (!(await prices.count())) await page.locator("[data-pile=basic]").click({ timeout: 1000 });
    await expect(prices.first()).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  const names = await prices.evaluateAll((spaces) => spaces.map((space) => space.getAttribute("aria-label")));
  expect(names.join(" ")).not.toMatch(/water|forest|hill|mountain|any/);
});

test("on a phone a notice is not covered by the buttons of the table", async ({ page, browser }) => {
  const { id } = await openTable(page, {
    game: "antike-2006",
    seats: [{ kind: "me" }, { kind: "me" }, { kind: "me" }],
  });
  const other = await (await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en" })).newPage();
  await other.goto(`/table/${id}`);
  // the buttons come one after the other while the page loads
  await expect(async () => {
    const text = await other.locator(".banner span").boundingBox({ timeout: 1000 });
    const header = await other.locator("header.glaze").boundingBox({ timeout: 1000 });
    expect(text?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
  }).toPass();
});

test("a mistyped address says so on a page", async ({ page, quiet }) => {
  await page.goto("/tabel/abc");
  await expect(page.getByRole("link", { name: "Back to the tables" })).toBeVisible();
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !line.includes("404")));
});

test("two at one screen: the player board is that of the city that decides", async ({ page }) => {
  await openTable(page, { game: "attika", seats: [{ kind: "me" }, { kind: "me" }] });
  const log = page.getByRole("log");
  for (const name of ["Athens", "Sparta"]) {
    await expect(page.locator(".kind.legal").first()).toBeVisible();
    await expect(
      page.locator(".kind.legal:not(.stored)"),
      "what can be built is what lies on the board shown",
    ).toHaveCount(0);
    const before = await log.innerText();
    await page.getByRole("button", { name: "Take 3 cards" }).click();
    await expect(log, name).not.toHaveText(before);
    await expect(page.getByRole("button", { name: "Take 3 cards" })).toBeVisible();
  }
});

test("an open seat can be taken by a bot, and then the game begins", async ({ page }) => {
  await openTable(page, {
    game: "antike-2006",
    seats: [{ kind: "me" }, { kind: "open" }, { kind: "bot", bot: "random" }],
  });
  await page.getByRole("button", { name: "Fill with a bot" }).click();
  await expect(page.locator("[data-decision]")).toBeVisible();
});
