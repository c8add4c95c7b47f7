import { expect, openTable, test } from "../help";

test("a guest makes an account, signs out everywhere and in again, and keeps the games", async ({ page, quiet }) => {
  const name = `Ann ${Date.now() % 100_000}`;
  await openTable(page, { game: "antike-2006", seats: [{ kind: "me" }, { kind: "me" }, { kind: "me" }] });
  await page.goto("/me");
  await expect(page.getByRole("heading", { name: /You play as the guest/ })).toBeVisible();
  const [register, signIn] = [page.locator("section", { has: page.getByRole("heading", { name: "Make an account" }) }), page.locator("section", { has: page.getByRole("heading", { name: "Sign in" }) })];
  await register.getByLabel("Name of the account").fill(name);
  await register.getByLabel(/Password/).fill("a long secret");
  await register.getByRole("button").click();
  await expect(page.getByText("The account is made")).toBeVisible();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("You are signed out")).toBeVisible();
  // a wrong password says so, and what was typed stays
  await signIn.getByLabel("Name of the account").fill(name);
  await signIn.getByLabel("Password").fill("not the secret");
  await signIn.getByRole("button").click();
  await expect(page.getByRole("alert")).toContainText("No account has this name and password");
  await expect(signIn.getByLabel("Name of the account")).toHaveValue(name);
  await signIn.getByLabel("Password").fill("a long secret");
  await signIn.getByRole("button").click();
  await expect(page.getByText("You are signed in.", { exact: true })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "My games" })).toBeVisible();
  await expect(page.getByRole("link", { name })).toBeVisible();
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !line.includes("401")));
});

test("a guest changes the name", async ({ page }) => {
  await page.goto("/me");
  await page.getByLabel("Your name").fill("Berenike");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Berenike" })).toBeVisible();
});

test("a table with clocks shows them beside the seats, and they tick", async ({ page }) => {
  await page.goto("/");
  await page.locator(".cards article").first().getByRole("button", { name: "Set up a table" }).click();
  await page.getByLabel("Pace").selectOption("live");
  await page.getByLabel("Minutes each").fill("20");
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
