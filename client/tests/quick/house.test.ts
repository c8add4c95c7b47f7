import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import AxeBuilder from "@axe-core/playwright";
import type { Browser, Page } from "@playwright/test";

import { expect, listen, openTable, sitDown, test } from "../help";

const port = process.env.RONDEL_TEST_PORT ?? "8765";
const python = process.env.RONDEL_PYTHON ?? join(import.meta.dirname, "..", "..", "..", ".venv", "bin", "python");

/** Run `rondel admin` on the database of the server under test, as its host does. */
function admin(...words: string[]): unknown {
  const database = readFileSync(join(tmpdir(), `rondel-test-${port}.url`), "utf8");
  const command = ["-m", "rondel", "admin", ...words, "--json", "--database", database];
  return JSON.parse(execFileSync(python, command, { encoding: "utf8" }));
}

/** Another person, in a browser of their own. */
async function another(browser: Browser, said: string[], path: string, width = 1440): Promise<Page> {
  const context = await browser.newContext({
    locale: "en",
    viewport: { width, height: 844 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  listen(page, said);
  await page.goto(path);
  return page;
}

async function call(page: Page, method: string, path: string, body: unknown): Promise<unknown> {
  return page.evaluate(
    async ([method, path, body]) => {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(path, {
        method: method,
        headers,
        body: JSON.stringify(body),
      });
      return (await answer.json()) as unknown;
    },
    [method, path, body] as const,
  );
}

const say = (page: Page, table: string, text: string): Promise<unknown> =>
  call(page, "POST", `/api/tables/${table}/messages`, { type: "say", text });

/** A table of two, with Ann on the page of the test and Ben in another browser. */
async function together(page: Page, browser: Browser, quiet: string[]): Promise<{ id: string; ben: Page }> {
  const { id, links } = await openTable(page, { game: "antike-duellum", seats: [{ kind: "me" }, { kind: "invited" }] });
  const ben = await another(browser, quiet, `/table/${id}#seat=${links["1"]}`);
  await sitDown(ben, "Ben");
  await expect(ben.locator("[data-decision]")).toBeVisible();
  await expect(page.locator("[data-decision]")).toBeVisible();
  return { id, ben };
}

async function openChat(page: Page): Promise<void> {
  await page.getByRole("tab", { name: /Chat|Discussion/ }).click();
}

test("unread messages are marked, and set phrases are read in one's own language", async ({ page, browser, quiet }) => {
  const { id, ben } = await together(page, browser, quiet);
  await expect(page.locator(".unread")).toHaveCount(0);
  await say(ben, id, "first");
  await say(ben, id, "second");
  await expect(page.locator(".side .unread")).toContainText("2");
  await openChat(page);
  await expect(page.getByRole("log", { name: "Chat" })).toContainText("second");
  await expect(page.locator(".side .unread")).toHaveCount(0);
  await page.reload();
  await expect(page.locator("[data-decision]")).toBeVisible();
  await expect(page.locator(".side .unread"), "what was read stays read").toHaveCount(0);
  // a set phrase travels as its code
  await openChat(ben);
  await ben.locator("summary", { hasText: "☺" }).click();
  await ben.getByRole("button", { name: "Good luck, have fun!" }).click();
  await expect(page.locator(".side .unread")).toContainText("1");
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("rondel") ?? "{}") as object;
    localStorage.setItem("rondel", JSON.stringify({ ...kept, lang: "de" }));
  });
  await page.reload();
  await openChat(page);
  await expect(page.getByRole("log", { name: "Chat" })).toContainText("Viel Glück und viel Spaß!");
});

test("players do not read the spectators, who read both and write apart", async ({ page, browser, quiet }) => {
  const { id, ben } = await together(page, browser, quiet);
  const eve = await another(browser, quiet, `/table/${id}`);
  await openChat(eve);
  await expect(eve.getByText("The players read this after the game.")).toBeVisible();
  await eve.getByLabel("Say something").fill("He should attack");
  await eve.getByRole("button", { name: "Send" }).click();
  await expect(eve.getByRole("log", { name: "Chat" })).toContainText("He should attack");
  await say(ben, id, "Hello Ann");
  await expect(eve.getByRole("button", { name: /Players/ })).toContainText("1");
  await eve.getByRole("button", { name: /Players/ }).click();
  await expect(eve.getByRole("log", { name: "Chat" })).toContainText("Hello Ann");
  await expect(eve.getByText("Only the players write here.")).toBeVisible();
  await openChat(page);
  await expect(page.getByRole("log", { name: "Chat" })).toContainText("Hello Ann");
  await expect(page.getByRole("log", { name: "Chat" })).not.toContainText("attack");
});

test("somebody is muted for oneself and reported to the administrators", async ({ page, browser, quiet }) => {
  const { id, ben } = await together(page, browser, quiet);
  const word = `rude word ${Date.now()}`;
  await say(ben, id, word);
  await openChat(page);
  const line = page.locator(".chat .line", { hasText: word });
  await line.locator("summary").click();
  await page.getByRole("button", { name: "Report this message" }).click();
  await page.getByLabel(/Why\?/).fill("insults");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Thank you.")).toBeVisible();
  const told = admin("reports") as { reports: { said: string; why: string }[] };
  expect(told.reports[0]).toMatchObject({ said: word, why: "insults" });
  // by keyboard alone: the menu opens, Escape closes it
  await line.locator("summary").focus();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Thank you.")).toBeHidden();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Mute/ }).press("Enter");
  await expect(page.locator(".chat .line")).toHaveCount(0);
  await say(ben, id, "more of it");
  await page.reload();
  await expect(page.locator("[data-decision]")).toBeVisible();
  await expect(page.locator(".side .unread")).toHaveCount(0);
  await openChat(page);
  await expect(page.getByText("Nobody has said anything yet.")).toBeVisible();
  await page.goto("/me");
  await page.getByRole("button", { name: /^Unmute/ }).click();
  await expect(page.getByText("People you have muted")).toBeHidden();
});

test("earlier messages come when one scrolls up", async ({ page, browser, quiet }) => {
  const { id, ben } = await together(page, browser, quiet);
  for (let place = 0; place < 10; place++) await say(ben, id, `${place} ${"x".repeat(480)}`);
  await page.reload();
  await openChat(page);
  const log = page.getByRole("log", { name: "Chat" });
  await expect(log).toContainText("9 x");
  await expect(log.locator(".line")).toHaveCount(8);
  await log.evaluate((list) => (list.scrollTop = 0));
  await expect(log.locator(".line")).toHaveCount(10);
  await expect(page.getByText("Show earlier messages")).toBeHidden();
});

/** Make an account on a page, and an administrator of it. */
async function administrator(page: Page): Promise<string> {
  const name = `Boss ${Date.now() % 1_000_000}`;
  await page.goto("/");
  await page.locator(".cards article").first().waitFor();
  await call(page, "POST", "/api/account", { name, password: "a long secret" });
  admin("grant", name);
  await expect.poll(async () => page.evaluate(async () => (await fetch("/admin")).status)).toBe(200);
  return name;
}

test("to everybody but administrators the page is not there", async ({ page, quiet }) => {
  await page.goto("/me");
  await expect(page.getByRole("heading", { name: /guest/ })).toBeVisible();
  await page.goto("/admin");
  await expect(page.getByText("There is no such page.")).toBeVisible();
  await expect(page).toHaveTitle("Rondel");
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !line.includes("404")));
});

test("an administrator settles a report, mutes, hides, closes and reads the log", async ({ page, browser, quiet }) => {
  const boss = await another(browser, quiet, "/");
  await administrator(boss);
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !line.includes("404")));
  const { id, ben } = await together(page, browser, quiet);
  const name = `Rude ${Date.now() % 1_000_000}`;
  await call(ben, "PATCH", "/api/me", { name });
  const me = (await call(ben, "PATCH", "/api/me", {})) as { id: string };
  await say(ben, id, "a very rude word");
  await call(page, "POST", "/api/reports", { kind: "player", table: id, player: me.id, why: "insults everybody" });
  await boss.goto("/me");
  await boss.getByRole("link", { name: "Administration" }).click();
  const report = boss.locator("article", { hasText: name });
  await expect(report).toContainText("insults everybody");
  await report.getByText("What was said around it").click();
  await expect(report).toContainText("a very rude word");
  expect((await new AxeBuilder({ page: boss }).analyze()).violations.map((one) => one.id)).toEqual([]);
  await report.getByRole("button", { name: "Mute" }).click();
  await boss.getByLabel("For how long").selectOption("day");
  await boss.getByLabel("Reason").fill("insults");
  await boss.getByRole("button", { name: "Do it" }).press("Enter");
  await expect(boss.getByRole("status").filter({ hasText: "Done." })).toBeVisible();
  await openChat(ben);
  await ben.getByLabel("Say something").fill("again");
  await ben.getByRole("button", { name: "Send" }).click();
  await expect(ben.getByRole("alert")).toContainText("You can play on, but not chat.");
  await report.getByRole("button", { name: "Settle" }).click();
  await boss.getByRole("button", { name: "Do it" }).click();
  await expect(report).toHaveCount(0);
  // players: find, hide the name, undo
  await boss.getByRole("link", { name: "Players" }).click();
  await boss.getByLabel("Name or id").fill(name);
  await boss.keyboard.press("Enter");
  await boss.getByRole("link", { name, exact: true }).click();
  await boss.getByRole("button", { name: "Hide the name" }).click();
  await boss.getByRole("button", { name: "Do it" }).click();
  await expect(boss.getByRole("button", { name: "Show the name" })).toBeVisible();
  await openChat(page);
  await expect(page.getByRole("log", { name: "Chat" })).toContainText(/Guest \d{4}/);
  await expect(page.getByRole("log", { name: "Chat" })).not.toContainText(name);
  // tables: close
  await boss.goto(`/admin#tables/${id}`);
  await boss.getByRole("button", { name: "Close the table" }).click();
  await boss.getByRole("button", { name: "Do it" }).click();
  await expect(page.getByText("This table has been closed.")).toBeVisible();
  await boss.getByRole("link", { name: "Audit log" }).click();
  await expect(boss.locator("ol li").first()).toContainText("closed the table");
  await expect(boss.locator("ol")).toContainText(`muted ${name}`);
  expect((await new AxeBuilder({ page: boss }).analyze()).violations.map((one) => one.id)).toEqual([]);
});

test("whoever is banned is told so; a link from the host sets a new password", async ({ page, browser, quiet }) => {
  const { ben } = await together(page, browser, quiet);
  const name = `Ben ${Date.now() % 1_000_000}`;
  const me = (await call(ben, "POST", "/api/account", { name, password: "a long secret" })) as { id: string };
  await ben.reload();
  await expect(ben.locator("[data-decision]")).toBeVisible();
  admin("ban", me.id, "--why", "insults");
  await expect(ben.getByText("The administrators of this site have banned you.")).toBeVisible();
  await expect(page.locator(".side, .people").filter({ hasText: "Bot" }).first()).toBeVisible();
  admin("unban", me.id);
  const { link } = admin("reset", me.id) as { link: string };
  const again = await another(browser, quiet, link, 390);
  await again.getByRole("heading", { name: "Choose a new password" }).waitFor();
  await again
    .locator("section", { hasText: "Choose a new password" })
    .getByLabel(/Password/)
    .fill("another secret");
  await again.keyboard.press("Enter");
  await expect(again.getByText("Your new password is set")).toBeVisible();
  await expect(again.getByRole("heading", { name })).toBeVisible();
  expect(again.url()).not.toContain("reset");
});
