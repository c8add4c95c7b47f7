import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, openTable, test } from "../help";

const me = { kind: "me" };
const RECORDED = readFileSync(join(import.meta.dirname, "..", "games", "attika.game"), "utf8");
/** The move of the recorded game that lays the first board tile. */
const FIRST_TILE = 98;

/** The recorded game up to a move, which is not played any more. */
function before(number: number): string {
  const [header = "", moves = ""] = RECORDED.split("\n\n");
  const played = moves.split("\n").slice(0, number - 1);
  return `${header.replace(/^\[(Result|End) .*\n?/gm, "").trim()}\n\n${played.join("\n")}\n`;
}

test("whoever wishes it draws the second building as soon as the first has its place", async ({ page }) => {
  await openTable(page, { game: "attika", seats: [me, me] });
  const bar = page.locator("[data-decision].mine");
  const again = bar.getByRole("button", { name: "Draw again at once" });
  await expect(again).toHaveAttribute("aria-pressed", "false");
  await again.click();
  await expect(again).toHaveAttribute("aria-pressed", "true");
  const city = await page.locator("[data-store]").getAttribute("data-store");
  await page.locator("[data-pile='1']").click();
  const keep = bar.getByRole("button", { name: "Put it on the player board" });
  const over = page.locator(`[data-store]:not([data-store='${city}'])`);
  // what cannot be built goes to the player board without a question
  for (;;) {
    await keep.or(over).first().waitFor();
    if (await over.count()) break;
    await keep.click({ timeout: 1000 }).catch(() => undefined); // the second may lie on the board already
  }
  await page.locator(`[data-city='${city}']`).getByRole("button").first().click();
  await expect(page.locator(`[data-store='${city}'] [data-pile='1'] strong`)).toHaveText("5");
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
    (await ghost.locator(".ground").evaluateAll((all) => all.map((one) => one.getAttribute("class")))).join();
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
