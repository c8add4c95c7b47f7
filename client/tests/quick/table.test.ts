import { bots, clickAny, expect, listen, openTable, playOut, sitDown, test } from "../help";

test("a whole game of Antike, through the page, to its end", async ({ page }) => {
  test.setTimeout(90_000);
  await openTable(page, { game: "antike-2006", board: "aegean-mini", seats: bots(2), options: { "round-limit": 12 } });
  expect(await playOut(page)).toBeGreaterThan(12);
  await expect(page.locator("[data-result]")).toBeVisible();
  await page.getByRole("link", { name: "Replay" }).first().click();
  await expect(page.getByRole("slider")).toBeVisible();
});

test("a move is taken back with U", async ({ page }) => {
  await openTable(page, { game: "antike-2006", seats: [{ kind: "me" }, { kind: "me" }, { kind: "me" }] });
  await page.locator(".wedge.legal").first().waitFor();
  await page.keyboard.press("6");
  await expect(page.getByRole("log")).toContainText("go to marble");
  await page.keyboard.press("u");
  await expect(page.getByRole("log")).toContainText("Nothing has happened yet");
});

test("a move shows on the mover's screen within 100 ms", async ({ page }) => {
  await openTable(page, { game: "antike-2006", seats: [{ kind: "me" }, { kind: "me" }, { kind: "me" }] });
  await page.locator("[data-decision] [data-kind=wedge]").first().waitFor();
  const taken: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    taken.push(
      await page.evaluate(async () => {
        const log = document.querySelector("[role=log]") as HTMLElement;
        const before = log.innerText;
        const begin = performance.now();
        // a wedge that brings something: it is gone to at once
        [...document.querySelectorAll<HTMLElement>("[data-decision] button[data-action]")]
          .find((button) => /iron|gold|marble/i.test(button.innerText))
          ?.click();
        while (log.innerText === before) await new Promise((done) => setTimeout(done, 1));
        return performance.now() - begin;
      }),
    );
    await page.waitForTimeout(300);
  }
  taken.sort((a, b) => a - b);
  expect(taken[2]).toBeLessThan(100);
});

test("two people play by link, and undo needs consent", async ({ page, browser, quiet }) => {
  const { id, links } = await openTable(page, {
    game: "antike-2006",
    board: "aegean-mini",
    seats: [{ kind: "me" }, { kind: "invited" }, { kind: "bot", bot: "random" }],
  });
  const other = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  listen(other, quiet);
  const link = Object.values(links)[0] ?? "";
  await other.goto(link.startsWith("/") ? link : `/table/${id}#seat=${link}`);
  await sitDown(other, "Ben");
  await expect(other.locator("[data-decision]")).toBeVisible({ timeout: 15_000 });
  expect(other.url()).not.toContain("seat=");
  await other.getByRole("tab", { name: "Chat" }).click();
  await other.getByPlaceholder("Say something").fill("Hello there");
  await other.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Chat" }).click();
  await expect(page.getByText("Hello there")).toBeVisible();
  // whoever decides first; once the other has decided too, taking back needs consent
  const [first, second] = (await page.locator("[data-decision].mine").count()) ? [page, other] : [other, page];
  for (const one of [first, second]) {
    for (
      let clicks = 0;
      clicks < 60 &&
      (await one
        .locator("[data-decision].mine")
        .waitFor({ timeout: 15_000 })
        .then(() => true));
      clicks++
    ) {
      await clickAny(one);
      await one.waitForTimeout(80);
      if (!(await one.locator("[data-decision].mine").count())) break;
    }
  }
  const asker = (await first.getByRole("button", { name: "Ask to undo" }).count()) ? first : second;
  const answerer = asker === first ? second : first;
  await asker.getByRole("button", { name: "Ask to undo" }).click();
  await answerer.getByRole("button", { name: "Agree" }).click();
  await expect(asker.locator("[data-decision].mine")).toBeVisible();
});

test("a spectator sees the table and can decide nothing", async ({ page, browser, quiet }) => {
  const { id } = await openTable(page, {
    game: "antike-2006",
    seats: [{ kind: "me" }, { kind: "me" }, { kind: "me" }],
  });
  await page.locator(".wedge.legal").first().waitFor();
  const other = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  listen(other, quiet);
  await other.goto(`/table/${id}`);
  await expect(other.locator("[data-decision]")).toContainText("Choose a wedge");
  await expect(other.locator("[data-action], .wedge.legal")).toHaveCount(0);
  await page.keyboard.press("6");
  await expect(other.getByRole("log")).toContainText("go to marble");
});

test("the map is walked with the arrow keys", async ({ page }) => {
  await openTable(page, { game: "antike-2006", seats: bots(2) });
  const region = page.locator("[data-region][tabindex='0']");
  await region.focus();
  const before = await region.getAttribute("aria-label");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  const after = page.locator("[data-region]:focus");
  await expect(after).toHaveCount(1);
  expect(await after.getAttribute("aria-label")).not.toBe(before);
});
