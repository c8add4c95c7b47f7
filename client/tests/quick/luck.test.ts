import { bots, expect, openTable, playOut, sitDown, test } from "../help";

const forget = (quiet: string[], status: string): unknown =>
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !line.includes(status)));

test("a link that was used says so, and lets one watch", async ({ page, browser, quiet }) => {
  const { id, links } = await openTable(page, {
    game: "antike-2006",
    board: "aegean-mini",
    seats: [{ kind: "me" }, { kind: "invited" }, { kind: "me" }],
  });
  const link = `/table/${id}#seat=${Object.values(links)[0]}`;
  const [friend, late] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()];
  await friend.goto(link);
  await sitDown(friend, "Ben");
  await expect(friend.locator("[data-decision]")).toBeVisible({ timeout: 15_000 });
  await late.goto(link);
  await expect(late.getByText("This link is not valid or has already been used")).toBeVisible();
  await late.getByRole("button", { name: "Watch the table" }).click();
  await expect(late.getByText("You are watching")).toBeVisible({ timeout: 15_000 });
  forget(quiet, "403");
});

test("a finished game shows its result to whoever comes late", async ({ page, browser }) => {
  const { id } = await openTable(page, {
    game: "antike-2006",
    board: "aegean-mini",
    seats: bots(2),
    options: { "round-limit": 2 },
  });
  await playOut(page);
  const late = await (await browser.newContext()).newPage();
  await late.goto(`/table/${id}`);
  await expect(late.locator("[data-result]")).toBeVisible({ timeout: 15_000 });
  await expect(late.getByRole("link", { name: "Replay" }).first()).toBeVisible();
});

test("a server in trouble is told on the first page, what was chosen stays, and trying again works", async ({
  page,
  quiet,
}) => {
  await page.goto("/");
  await page.locator(".cards article").first().getByRole("button", { name: "Set up a table" }).click();
  await page.getByLabel("Pace").selectOption("days");
  await page.getByLabel("Days per decision").last().fill("5");
  await page.route("**/api/tables", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 500, body: "" }) : route.fallback(),
  );
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("alert")).toContainText("Something went wrong on the server");
  await expect(page.getByLabel("Days per decision").last()).toHaveValue("5");
  await page.unroute("**/api/tables");
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page).toHaveURL(/\/table\//);
  forget(quiet, "500");
});

test("without a server the first page says so and tries again", async ({ page, quiet }) => {
  await page.route("**/api/**", (route) => route.abort());
  await page.goto("/");
  await expect(page.getByRole("alert")).toContainText("The server cannot be reached");
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator(".cards article").first()).toBeVisible();
  forget(quiet, "ERR_FAILED");
});

test("pages that do not exist say so", async ({ page, quiet }) => {
  for (const path of ["/learn/chess", "/rules/chess", "/replay/nosuch"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "That did not work" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to the tables" })).toBeVisible();
  }
  forget(quiet, "404");
});
