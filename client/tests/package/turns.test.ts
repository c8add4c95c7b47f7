import { clickAny, expect, openTable, test } from "../help";

/** The round that a table is in, as the server tells the page's player. */
const round = (id: string): Promise<number> =>
  fetch(`/api/tables/${id}/messages`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ type: "refresh" }),
  }).then(async (answer) => ((await answer.json()) as { view: { round: number } }).view.round);

test("an installed server shows its page, and two turns are played on it", async ({ page }) => {
  const { id } = await openTable(page, {
    game: "antike-2006",
    seats: [{ kind: "me" }, { kind: "me" }, { kind: "bot", bot: "greedy" }],
  });
  for (let clicks = 0; clicks < 200 && (await page.evaluate(round, id)) < 3; clicks++) await clickAny(page);
  expect(await page.evaluate(round, id)).toBeGreaterThanOrEqual(3);
  await page.goto("/rules/antike-2006");
  await expect(page.locator("main")).toContainText("rondel");
});
