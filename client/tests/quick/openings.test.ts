/** Openings: from the first page down the tree by keyboard, in three languages, on desk and phone, and from a replay. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import type { OpeningShelf } from "../../src/messages";
import { bots, expect, openTable, test } from "../help";

const port = process.env.RONDEL_TEST_PORT ?? "8765";
const folder = join(import.meta.dirname, "..", "..", "..");
const python = process.env.RONDEL_PYTHON ?? join(folder, ".venv", "bin", "python");
const GAMES = join(folder, "client", "tests", "games");

/** Load games of bots as the host does. */
function load(): void {
  const database = readFileSync(join(tmpdir(), `rondel-test-${port}.url`), "utf8");
  const command = ["-m", "rondel", "admin", "openings", GAMES, "--database", database];
  execFileSync(python, command, { encoding: "utf8" });
}
const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true });
};
const clean = async (page: Page): Promise<void> =>
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

test("the openings are walked down from the first page, by plan and by position", async ({ page }) => {
  load();
  await page.goto("/");
  await page.getByRole("link", { name: "Openings" }).click();
  await expect(page.getByRole("heading", { name: "Openings", level: 1 })).toBeVisible();
  const book = page.locator("#antike-2006");
  await expect(book.getByRole("link")).toHaveCount(1);
  await clean(page);
  await picture(page, "openings");
  await book.getByRole("link").click();

  const plans = page.locator("#plans");
  await expect(plans.getByRole("row")).toHaveCount(5);
  await clean(page);
  await plans.getByRole("link", { name: "Greeks" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Greeks, turn 1" })).toBeVisible();
  const first = page.getByRole("table").getByRole("link");
  const wedge = await first.innerText();
  await first.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Greeks, turn 2" })).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: wedge })).toHaveAttribute("aria-current", "page");

  await page.goBack();
  await page.goBack();
  await page.locator("#starts").getByRole("link").click();
  await expect(page.getByRole("heading", { name: /^Turn 1: / })).toBeVisible();
  await expect(page.getByRole("img", { name: "The position" })).toBeVisible();
  await page.getByRole("table").getByRole("link").click();
  await expect(page.getByRole("heading", { name: /^Turn 2: / })).toBeVisible();
  await clean(page);
  await picture(page, "openings-position");
  await page.getByLabel("Played by").selectOption("people");
  await expect(page.getByText("No stored game went on from here.")).toBeVisible();
  await page.getByRole("link", { name: "Analyze this position" }).click();
  await expect(page.locator("[data-study]")).toBeVisible();
});

test("openings on a phone, in German and French; consent is given and taken back", async ({ page }) => {
  load();
  await page.setViewportSize({ width: 390, height: 800 });
  for (const [lang, title, plans] of [
    ["fr", "Ouvertures", "Plans"],
    ["de", "Eröffnungen", "Pläne"],
  ] as const) {
    await page.addInitScript((lang) => {
      const kept = JSON.parse(localStorage.getItem("rondel") ?? "{}") as object;
      localStorage.setItem("rondel", JSON.stringify({ ...kept, lang }));
    }, lang);
    await page.goto("/openings");
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await page.locator("#attika").getByRole("link").first().click();
    await expect(page.getByRole("heading", { name: plans })).toBeVisible();
    await page.locator("#plans").getByRole("link").first().click();
    await expect(page.getByRole("table")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await clean(page);
    await picture(page, `openings-phone-${lang}`);
  }
  await page.goto("/openings");
  const box = page.getByRole("checkbox");
  await box.check();
  await expect(page.getByRole("status")).toHaveText("Gespeichert.");
  const shelf = async (): Promise<OpeningShelf> =>
    (await (await page.request.get("/api/openings")).json()) as OpeningShelf;
  expect((await shelf()).shared).toBe(true);
  await box.uncheck();
  await expect.poll(async () => (await shelf()).shared).toBe(false);
});

test("a replay leads to where its game stands among the openings", async ({ page }) => {
  load();
  const record = readFileSync(join(GAMES, "antike-2006.game"), "utf8");
  const { id } = await openTable(page, { record, seats: bots(3) });
  await page.goto(`/replay/${id}/3`);
  await page.getByRole("link", { name: "Openings" }).click();
  await expect(page.getByRole("heading", { name: /^Turn / })).toBeVisible();
  await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
});
