import { readFileSync } from "node:fs";

import AxeBuilder from "@axe-core/playwright";

import { expect, openTable, playOut, test } from "../help";

const game = (name: string): string => readFileSync(`../tests/golden/games/${name}.game`, "utf8");
const seats = (count: number): { kind: string; bot?: string }[] => [
  { kind: "me" },
  ...Array.from({ length: count - 1 }, () => ({ kind: "bot", bot: "random" })),
];

test("the end of Antike tells who won and how, by personage, over the rounds, and keeps a picture", async ({
  page,
}) => {
  await openTable(page, { record: game("antike-2005-3"), seats: seats(3) });
  const ending = page.locator("[data-ending]");
  await expect(ending.locator("h2")).toHaveText(/won$/);
  await expect(ending.locator("tbody tr")).toHaveCount(3);
  await expect(ending.locator("tbody tr.won")).toHaveCount(1);
  await expect(ending.locator("tbody td.lit")).toHaveCount(1);
  // the lines rise from nothing to the points in the table
  await expect(ending.locator("svg[data-course=count] path[stroke-width='2.4']").first()).toHaveAttribute("d", /L.*L/);
  await ending.getByRole("button", { name: "Winning chances" }).click();
  await expect(ending.locator("svg[data-course=chances]")).toBeVisible();
  expect((await new AxeBuilder({ page }).include("[data-ending]").analyze()).violations).toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    ending.getByRole("button", { name: "Keep a picture" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^rondel-.*\.(png|svg)$/);
  // what belongs to a game in play has gone
  await expect(page.getByRole("tab", { name: "Standing orders" })).toHaveCount(0);
  await expect(page.locator("[data-decision]").getByText("Undo")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(ending).toHaveCount(0);
  await page.getByRole("button", { name: "See the result" }).click();
  await expect(ending).toBeVisible();
});

test("the end of Attika counts buildings by group and lights the chain between the shrines", async ({ page }) => {
  await openTable(page, { record: game("attika-2"), seats: seats(2) });
  const ending = page.locator("[data-ending]");
  await expect(ending.locator("tbody tr")).toHaveCount(2);
  expect((await new AxeBuilder({ page }).include("[data-ending]").analyze()).violations).toEqual([]);
  await ending.getByRole("button", { name: "Look at the board" }).click();
  expect(await page.locator("[data-chain]").count()).toBeGreaterThan(1);
});

test("at a game that ends under one's hands, what belongs to a game in play goes at once", async ({ page }) => {
  // a few decisions before the limit of rounds
  const [head, moves] = game("antike-2006-4-round-limit40-choose1-first-chooser2").trimEnd().split("\n\n");
  const tags = head?.replace(/\[(Result|End) .*\]\n?/g, "").trim();
  await openTable(page, {
    record: `${tags}\n\n${moves?.split("\n").slice(0, -2).join("\n")}\n`,
    seats: Array.from({ length: 4 }, () => ({ kind: "me" })),
  });
  await expect(page.getByRole("tab", { name: "Standing orders" })).toBeVisible();
  await playOut(page, 60);
  await expect(page.locator("[data-ending]")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Standing orders" })).toHaveCount(0);
});
