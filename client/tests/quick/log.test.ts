import { readFileSync } from "node:fs";

import AxeBuilder from "@axe-core/playwright";

import { bots, clickAny, expect, openTable, test } from "../help";

test("the log tells each turn in full sentences, and the rule behind a line on demand", async ({ page }) => {
  await openTable(page, { game: "antike-2006", seats: bots(2) });
  const log = page.getByRole("log");
  for (let turn = 0; turn < 8; turn++) await clickAny(page);
  await expect(log.getByText(/^You go to /).first()).toBeVisible();
  await expect(log.getByText(/^The \w+ go to /).first()).toBeVisible();
  await expect(log.getByText(/^(You|The \w+) take 1.coin|^Every nation takes 1.coin/).first()).toBeVisible();
  for (const text of await log.locator("[data-news]").allInnerTexts()) expect(text).toMatch(/^\S+ \S+ \S+/);
  await expect(log).not.toContainText("Done");
  // each turn has its nation's colour and the round
  await expect(log.locator("section h3").last()).toContainText(/Round \d/);
  const rule = log.locator(".rule").last();
  await expect(rule).toHaveCSS("opacity", "0");
  await page.getByRole("button", { name: "Show the rule behind each line" }).click();
  await expect(rule).toHaveCSS("opacity", "1");
  await expect(rule).toHaveText(/^A06-/);
  expect((await new AxeBuilder({ page }).include(".log").analyze()).violations).toEqual([]);
});

test("Attika's log says what was built and paid, and keeps the cards of others to itself", async ({ page }) => {
  await openTable(page, { game: "attika", seats: bots(1) });
  const log = page.getByRole("log");
  for (let turn = 0; turn < 12; turn++) await clickAny(page);
  await expect(log.getByText(/^(Athens|Sparta|Corinth|Thebes) (draws|builds|takes|keeps) /).first()).toBeVisible();
  await expect(log.getByText(/^(Athens|Sparta|Corinth|Thebes) draws \d.(water|forest|hill|mountain)/)).toHaveCount(0);
  expect((await new AxeBuilder({ page }).include(".log").analyze()).violations).toEqual([]);
});

test("before one's turn an account tells what the others did; it goes at Escape or with the next decision", async ({
  page,
}) => {
  await openTable(page, { game: "antike-2006", seats: bots(2) });
  const account = page.locator("[data-account]");
  for (let tries = 0; tries < 60 && !(await account.count()); tries++) {
    await clickAny(page);
    await page.waitForTimeout(150);
    await page.locator("[data-decision].mine").waitFor();
  }
  await expect(account).toContainText("Your turn");
  await expect(account).toContainText("Since your last move");
  expect((await new AxeBuilder({ page }).include("[data-account]").analyze()).violations).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(account).toHaveCount(0);
});

test("what an account leaves out on a low screen comes at a click, and nothing of it covers the map's buttons", async ({
  page,
}) => {
  await page.setViewportSize({ width: 720, height: 450 });
  // a turn of the Phoenicians with four things to tell
  const [head, moves] = readFileSync("tests/games/antike-2006.game", "utf8").split("\n\n");
  const begun = moves?.split("\n").slice(0, 231).join("\n");
  const tags = head?.replace(/\[(Result|End) .*\]\n?/g, "").trim();
  await openTable(page, { record: `${tags}\n\n${begun}\n`, seats: bots(3) });
  const account = page.locator("[data-account]");
  await expect(account.getByRole("listitem")).toHaveCount(4);
  const [card, fit] = await Promise.all([account.boundingBox(), page.locator(".tools button").last().boundingBox()]);
  expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThanOrEqual(fit?.x ?? 0);
  await account.getByRole("button", { name: "and 1 more" }).click();
  await expect(account.getByRole("listitem")).toHaveCount(4);
  await expect(account.getByRole("button")).toHaveCount(1);
  await expect(account.getByRole("button", { name: "Close" })).toBeFocused();
});
