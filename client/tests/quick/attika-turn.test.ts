import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { expect, openTable, test } from "../help";

const me = { kind: "me" };
const RECORDED = readFileSync(join(import.meta.dirname, "..", "games", "attika.game"), "utf8");
/** Moves of the recorded game: Corinth draws its first building, has an amphora left for a last one, … */
const DRAWS = 16;
const LAST_DRAW = 192;
/** … and lays the first board tile. */
const FIRST_TILE = 98;

/** The recorded game up to a move, which is not played any more. */
function before(number: number): string {
  const [header = "", moves = ""] = RECORDED.split("\n\n");
  const played = moves.split("\n").slice(0, number - 1);
  return `${header.replace(/^\[(Result|End) .*\n?/gm, "").trim()}\n\n${played.join("\n")}\n`;
}

/** The position before a decision of the recorded game, as the record of one who plays all seats. */
const openBefore = (page: Page, number: number): Promise<unknown> =>
  openTable(page, { record: before(number), seats: [me, me, me, me] });

test("×2 draws a second building as soon as the first has its place, unless that is taken back", async ({ page }) => {
  await openBefore(page, DRAWS);
  const bar = page.locator("[data-decision].mine");
  const pile = page.locator("[data-store] [data-pile='1'] strong");
  const had = Number(await pile.textContent());
  const city = await page.locator("[data-store]").getAttribute("data-store");
  await bar.getByRole("button", { name: "Draw 2 times: Pile 1" }).click();
  const keep = bar.getByRole("button", { name: "Put it on the player board" });
  const over = page.locator(`[data-store]:not([data-store='${city}'])`);
  // what cannot be built goes to the player board without a question
  for (;;) {
    await keep.or(over).first().waitFor();
    if (await over.count()) break;
    await keep.click({ timeout: 1000 }).catch(() => undefined); // the second may lie on the board already
  }
  await page.locator(`[data-city='${city}']`).getByRole("button").first().click();
  await expect(page.locator(`[data-store='${city}'] [data-pile='1'] strong`)).toHaveText(String(had - 2));
});

test("a building is pulled from its pile to a space in one movement; a swipe draws nothing", async ({ page }) => {
  await openBefore(page, DRAWS);
  const pile = page.locator("[data-store] [data-pile=basic]");
  const count = async (): Promise<number> => Number(await pile.locator("strong").textContent());
  const had = await count();
  const box = (await pile.boundingBox())!;
  const board = (await page.locator("[data-board]").boundingBox())!;
  const far = { x: board.x + 40, y: board.y + board.height - 40 };
  // at once, however slow the machine is
  await pile.evaluate((element, { x, y }) => {
    const tell = (kind: string, where: object): unknown =>
      element.dispatchEvent(new PointerEvent(kind, { pointerId: 1, bubbles: true, ...where }));
    tell("pointerdown", { clientX: 0, clientY: 0 });
    tell("pointermove", { clientX: x, clientY: y });
    tell("pointerup", { clientX: x, clientY: y });
  }, far);
  await page.waitForTimeout(300);
  expect(await count()).toBe(had);
  await page.mouse.move(box.x + 12, box.y + 12);
  await page.mouse.down();
  await page.mouse.move(far.x, far.y, { steps: 4 });
  const target = page.locator("[data-hex].target").first();
  await target.waitFor();
  const place = (await target.getAttribute("data-hex"))!;
  const goal = (await target.boundingBox())!;
  await page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 4 });
  await page.waitForTimeout(600); // what has only just turned up is not let go
  await page.mouse.up();
  await expect(page.locator(`[data-hex="${place}"]`)).toHaveAttribute("aria-label", /\(Corinth\)/);
  expect(await count()).toBe(had - 1);
});

test("an amphora is returned and its pile drawn from by one click", async ({ page }) => {
  await openBefore(page, LAST_DRAW);
  const bar = page.locator("[data-decision].mine");
  const pile = page.locator("[data-store] [data-pile='1'] strong");
  const had = Number(await pile.textContent());
  await bar.getByRole("button", { name: "Amphora: one more draw, Pile 1" }).click();
  await expect(pile).toHaveText(String(had - 1));
});

test("a tile is seen under the mouse, turned by wheel and key, and laid by one click", async ({ page }) => {
  await openTable(page, { record: before(FIRST_TILE), seats: [me, me, me, me] });
  const bar = page.locator("[data-decision].mine");
  await bar.getByRole("button", { name: "Place the tile here" }).waitFor();
  const spaces = page.locator("[data-hex] > .ground");
  const many = await spaces.count();
  const place = page.locator("[data-hex].target").nth(2);
  await place.hover();
  const ghost = page.locator(".laid");
  await expect(ghost).toHaveCount(7);
  const lies = async (): Promise<string> =>
    (await ghost.locator(".ground").evaluateAll((all) => all.map((one) => one.getAttribute("style")))).join();
  const first = await lies();
  await page.mouse.wheel(0, 120);
  await expect.poll(lies).not.toBe(first);
  const turned = await lies();
  await page.keyboard.press("Shift+R");
  await expect.poll(lies).toBe(first);
  await page.keyboard.press("r");
  await expect.poll(lies).toBe(turned);
  await place.click();
  await expect(spaces).toHaveCount(many + 7);
});
