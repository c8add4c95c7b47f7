import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { bots, clickAny, expect, listen, openTable, test } from "../help";

/** Every kind of page, with what to wait for before it is looked at. */
const PAGES: [string, (page: Page) => Promise<unknown>][] = [
  ["lobby", (page) => page.goto("/").then(() => page.locator(".cards article").first().waitFor())],
  [
    "new table",
    (page) =>
      page
        .goto("/")
        .then(() => page.locator(".cards article").first().getByRole("button", { name: "Set up a table" }).click())
        .then(() => page.locator("details summary").last().click()),
  ],
  ["account", (page) => page.goto("/me").then(() => page.getByRole("heading", { name: "Sign in" }).waitFor())],
  ["rules", (page) => page.goto("/rules/antike-2006").then(() => page.getByRole("searchbox").fill("temple"))],
  ["rules in pictures", (page) => page.goto("/guide/antike-2").then(() => page.locator(".sheet img").last().waitFor())],
  ["lesson", (page) => page.goto("/learn/antike-2006").then(() => page.locator("rect.ring").waitFor())],
  ["lesson of Attika", (page) => page.goto("/learn/attika").then(() => page.locator("rect.ring").waitFor())],
  ["wrong page", (page) => page.goto("/table/x/y/z").then(() => page.getByRole("heading").first().waitFor())],
  [
    "waiting",
    (page) =>
      openTable(page, { game: "antike-2006", seats: [{ kind: "me" }, { kind: "invited" }, { kind: "open" }] }).then(
        () => page.getByText("Waiting for players").waitFor(),
      ),
  ],
  ...[
    ["antike-2006", 3],
    ["antike-2", 3],
    ["antike-duellum", 2],
    ["attika", 2],
  ].map(([game, players]): [string, (page: Page) => Promise<unknown>] => [
    `table of ${game}`,
    async (page) => {
      const { id } = await openTable(page, { game: String(game), seats: bots(Number(players) - 1) });
      for (let clicks = 0; clicks < 6; clicks++) await clickAny(page);
      return id;
    },
  ]),
  [
    "replay",
    (page) =>
      openTable(page, { game: "antike-2006", seats: bots(2) }).then(async ({ id }) => {
        for (let clicks = 0; clicks < 4; clicks++) await clickAny(page);
        await page.goto(`/replay/${id}`);
        await page.getByRole("slider").waitFor();
      }),
  ],
];
const noisy = (quiet: string[]): unknown =>
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !line.includes("404")));

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing serious on any page, ${theme}`, async ({ browser, quiet }) => {
    test.setTimeout(180_000);
    const context = await browser.newContext({
      colorScheme: theme,
      reducedMotion: "reduce",
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    listen(page, quiet);
    for (const [name, open] of PAGES) {
      await open(page);
      // what waits for an answer is dimmed, and may be gone before axe can name it
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      const found = await new AxeBuilder({ page }).analyze();
      const bad = found.violations.filter((entry) => ["serious", "critical"].includes(entry.impact ?? ""));
      expect(
        bad.map(
          (entry) =>
            `${name}: ${entry.id}: ${entry.nodes
              .map((node) => node.target.join(" "))
              .slice(0, 3)
              .join("; ")}`,
        ),
      ).toEqual([]);
    }
    noisy(quiet);
    await context.close();
  });
}

test("a phone shows every page without sideways scrolling, and everything can be hit with a thumb", async ({
  browser,
  quiet,
}) => {
  test.setTimeout(180_000);
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  listen(page, quiet);
  for (const [name, open] of PAGES) {
    await open(page);
    expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, 390]);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("button, a.button, summary, select, input:not([type=checkbox]):not([type=radio])")]
        .filter((element) => {
          const box = element.getBoundingClientRect();
          return (
            box.width > 0 &&
            !element.classList.contains("visually-hidden") &&
            (Math.round(box.height) < 40 || Math.round(box.width) < 40)
          );
        })
        .map((element) => `${element.tagName} ${element.textContent?.trim() ?? ""}`),
    );
    expect([name, ...small]).toEqual([name]);
  }
  noisy(quiet);
  await context.close();
});
