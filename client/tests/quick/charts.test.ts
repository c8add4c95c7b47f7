import { bots, clickAny, expect, openTable, playOut, test } from "../help";

test("a replay shows the chances over the game, and a click on the chart goes there", async ({ page }) => {
  test.setTimeout(90_000);
  const { id } = await openTable(page, {
    game: "antike-2006",
    board: "aegean-mini",
    seats: bots(2),
    options: { "round-limit": 4 },
  });
  await playOut(page);
  await page.goto(`/replay/${id}`);
  await expect(page.locator("[data-course=points] path[stroke-dasharray]")).toHaveCount(3, { timeout: 15_000 });
  await expect(page.getByTitle(/^\d+ of 6$/), "six personages win on this board, and the replay says so").toHaveCount(
    3,
  );
  await page.getByLabel("How the game went").selectOption("chances");
  await expect(page.locator("[data-course=chances] path[stroke-dasharray]")).toHaveCount(3);
  await expect(page.locator(".legend")).toContainText("%");
  const box = await page.locator("[data-course]").boundingBox();
  if (box) await page.mouse.click(box.x + box.width - 3, box.y + 20);
  await expect(page.getByText(/Step (\d+) of \1/)).toBeVisible();
});

test("Attika tells how far each player is from linking shrines", async ({ page }) => {
  const { id } = await openTable(page, { game: "attika", seats: bots(1) });
  // before anything is built: later the others may have shut every way
  await page.getByRole("button", { name: "Distances between shrines" }).click();
  await expect(page.locator("[data-far]")).toHaveCount(2);
  await expect(page.locator("[data-far='0']")).toContainText(/\d+ more spaces/);
  expect(await page.locator("path.way").count()).toBeGreaterThan(1);
  await page.getByRole("button", { name: "Hide distances" }).click();
  await expect(page.locator("[data-far]")).toHaveCount(0);
  for (let clicks = 0; clicks < 12; clicks++) await clickAny(page);
  await page.goto(`/replay/${id}`);
  await expect(page.locator("[data-course=buildings] path[stroke-dasharray]")).toHaveCount(2);
});
