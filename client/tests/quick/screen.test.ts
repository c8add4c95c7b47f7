import { expect, test } from "../help";

test("Attika at one screen: two clicks make it, and no hand is there before its player opens the curtain", async ({
  page,
}) => {
  await page.goto("/");
  const told: string[] = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => told.push(String(payload))));
  await page.locator("article", { hasText: "Attika" }).getByRole("button", { name: "Set up a table" }).click();
  await page.getByRole("button", { name: "Everybody at this screen" }).click();
  await expect(page.getByLabel("A curtain between turns hides each hand")).toBeChecked();
  await page.getByRole("button", { name: "Open the table" }).click();
  const curtain = page.getByRole("dialog", { name: /Pass the screen to/ });
  const open = curtain.getByRole("button", { name: "I am here: open" });
  await expect(open).toBeFocused();
  expect(told.join("\n")).not.toMatch(/"hand":\{/);
  const first = await curtain.getByRole("heading").innerText();
  await page.keyboard.press("Enter");
  await expect(curtain).toHaveCount(0);
  await expect(page.locator("[data-city] .stock svg").first()).toBeVisible();
  expect(told.join("\n").match(/"hand":\{/g)).toHaveLength(1);
  await page.getByRole("button", { name: "Take 3 cards" }).click();
  await expect(curtain).toBeVisible();
  expect(await curtain.getByRole("heading").innerText()).not.toBe(first);
  await page.reload();
  await expect(curtain).toBeVisible();
});
