import { bots, clickAny, expect, openTable, test } from "../help";

const TWO = [{ kind: "me" }, { kind: "me" }];

test("Escape closes the hint, the settings and the help, one at a time", async ({ page }) => {
  await openTable(page, { game: "antike-2006", seats: bots(1) });
  await page.locator(".wedge.legal").first().waitFor();
  const cards: [string, string][] = [
    ["[data-ask]", ".hints .card"],
    [".settings summary", ".settings .card"],
    [".help summary", ".help .card"],
  ];
  for (const [button, card] of cards) {
    await page.locator(button).click();
    await expect(page.locator(card)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.locator(card)).toBeHidden();
    await expect(page.locator(button)).toBeFocused();
  }
  await page.locator(".settings summary").click();
  await page.mouse.click(400, 500);
  await expect(page.locator(".settings .card")).toBeHidden();
});

test("the question mark shows the keys, and Escape closes the list", async ({ page }) => {
  await openTable(page, { game: "attika", seats: bots(1) });
  await page.locator("[data-decision].mine").waitFor();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keys" });
  await expect(list).toContainText("end the turn");
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
});

test("by keyboard the focus stays in the bar from one decision to the next", async ({ page }) => {
  await openTable(page, { game: "antike-2006", seats: TWO });
  const focused = page.locator("[data-decision] button:focus");
  await page.locator("[data-decision] button[data-kind=wedge]", { hasText: /arming/i }).focus();
  for (let decisions = 0; decisions < 4; decisions++) {
    const before = (await page.locator("[data-decision]").getAttribute("data-step")) ?? "";
    await page.keyboard.press("Enter");
    await expect(page.locator("[data-decision]")).not.toHaveAttribute("data-step", before);
    await expect(focused).toHaveCount(1);
  }
});

test("the log of a phone opens at its newest line", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openTable(page, { game: "antike-2006", seats: bots(3) });
  await page.locator("[data-decision].mine").waitFor();
  for (let clicks = 0; clicks < 25; clicks++) await clickAny(page);
  await page.locator("[data-decision].mine").waitFor();
  await page.waitForTimeout(500);
  await page.getByRole("button", { name: "Log", exact: true }).click();
  const log = page.getByRole("log");
  await expect(log).toBeVisible();
  await page.waitForTimeout(100);
  const steps = await log
    .locator("[data-step]")
    .evaluateAll((list) => list.map((step) => Number((step as HTMLElement).dataset.step)));
  expect(steps.length).toBeGreaterThan(10);
  expect(steps[0]).toBe(Math.max(...steps));
  await expect(log.locator("[data-step]").first()).toBeInViewport();
});

test("the list of a replay follows the step that is shown", async ({ page }) => {
  for (const game of ["antike-2006", "attika"]) {
    const { id } = await openTable(page, { game, seats: bots(1) });
    await page.locator("[data-decision].mine").waitFor();
    for (let clicks = 0; clicks < 30; clicks++) await clickAny(page);
    await page.goto(`/replay/${id}`);
    const now = page.getByRole("log").locator("[aria-current=step]");
    await page.getByRole("log").locator("button").first().waitFor();
    await page.keyboard.press("End");
    await expect(now).toBeInViewport();
    const last = await now.innerText();
    await page.keyboard.press("Home");
    for (let steps = 0; steps < 4; steps++) await page.keyboard.press("ArrowRight");
    await expect(now).toBeInViewport();
    expect(await now.innerText()).not.toBe(last);
  }
});

test("a lost network is said at once, and a decision without it is refused in sight", async ({ page, context }) => {
  await openTable(page, { game: "antike-2006", seats: TWO });
  const wedge = page.locator("[data-decision] button[data-kind=wedge]").first();
  await wedge.waitFor();
  await context.setOffline(true);
  await expect(page.getByText("Connection lost")).toBeVisible({ timeout: 1000 });
  await wedge.click();
  await expect(page.locator("[data-decision] [role=alert]")).toContainText("cannot be reached");
  await context.setOffline(false);
  await expect(page.getByText("Connection lost")).toBeHidden();
  await expect(page.locator("[data-decision] [role=alert]")).toHaveCount(0);
  await expect(page.getByRole("log")).toContainText("Nothing has happened yet");
  // a wedge that brings nothing asks once before it is taken
  await expect(async () => {
    await clickAny(page);
    await expect(page.getByRole("log")).not.toContainText("Nothing has happened yet", { timeout: 700 });
  }).toPass({ timeout: 10_000 });
});
