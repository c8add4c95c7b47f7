import { bots, expect, openTable, test } from "../help";

const TEXT = "Phoenicians found Byzantium for 2 marble: 7 cities, a king (3 of 9)";

/** Widths and heights of a line in a face and in what stands in for it. */
const SIZES = ([face, other, weight, text]: string[]): number[][] =>
  [face, other].map((family) => {
    const line = document.createElement("span");
    line.textContent = text ?? "";
    line.style.cssText = `position:absolute;white-space:nowrap;line-height:normal;font:${weight} 100px "${family}"`;
    document.body.append(line);
    const { width, height } = line.getBoundingClientRect();
    line.remove();
    return [width, height];
  });

test("the page has its own faces, and nothing moves when they arrive", async ({ page }) => {
  await openTable(page, { game: "antike-2006", seats: bots(3) });
  await page.locator("[data-decision]").waitFor();
  await page.evaluate(() => document.fonts.ready);
  const faces = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family.replaceAll('"', "")),
  );
  expect(faces).toEqual(expect.arrayContaining(["Marcellus", "Source Sans 3 Variable"]));
  for (const [face, other, weight] of [
    ["Marcellus", "Marcellus stand-in", "400"],
    ["Source Sans 3 Variable", "Source Sans stand-in", "400"],
    ["Source Sans 3 Variable", "Source Sans stand-in", "600"],
  ] as const) {
    const [own = [], stand = []] = await page.evaluate(SIZES, [face, other, weight, TEXT]);
    expect(Math.abs((own[0] ?? 0) / (stand[0] ?? 1) - 1), `${face} ${weight}`).toBeLessThan(0.03);
    expect(Math.abs((own[1] ?? 0) - (stand[1] ?? 0)), face).toBeLessThan(2);
  }
});

test("figures have one width, and the licences of the faces are served", async ({ page }) => {
  await page.goto("/");
  await page.locator(".cards article").first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  const widths = await page.evaluate(() =>
    [..."0123456789"].map((figure) => {
      const line = document.createElement("span");
      line.textContent = figure.repeat(20);
      line.style.cssText = "position:absolute;font:16px var(--sans)";
      document.body.append(line);
      return line.getBoundingClientRect().width;
    }),
  );
  expect(new Set(widths.map(Math.round)).size).toBe(1);
  const licences = await (await page.request.get("/fonts.txt")).text();
  expect(licences).toContain("SIL OPEN FONT LICENSE");
  for (const face of ["Marcellus", "Source Sans 3"]) expect(licences).toContain(face);
});

test("a stone goes on clockwise along the rondel", async ({ page }) => {
  await openTable(page, { game: "antike-2006", seats: bots(2) });
  // three players lead a nation each
  await page.locator("[data-decision].mine").waitFor();
  const nation = await page.locator("li.own [data-won]").first().getAttribute("data-won");
  const stone = page.locator(`[data-stone="${nation}"]`);
  const turned = async (): Promise<number> =>
    Number(/rotate\((-?[\d.]+)rad\)/.exec((await stone.getAttribute("style")) ?? "")?.[1] ?? NaN);
  // marble, the sixth of eight: more than half a turn, which the shorter way would make backwards
  await page.locator('[data-wedge="5"].legal').click();
  await expect.poll(turned).toBeGreaterThan((5 * Math.PI) / 4);
  expect(await turned()).toBeLessThan((6 * Math.PI) / 4);
});
