import { expect, openTable, playByHints, test } from "../help";

/** Games as people play them: the usual board and no limit; the rivals plan, and the person follows the hints. */
const GAMES: [string, number][] = [
  ["antike-2006", 3],
  ["antike-2005", 3],
  ["antike-2", 3],
  ["antike-duellum", 2],
  ["attika", 2],
];

for (const [game, players] of GAMES) {
  test(`a whole game of ${game} through the page, to a winner`, async ({ page }) => {
    const rivals = Array.from({ length: players - 1 }, () => ({ kind: "bot", bot: "greedy" }));
    await openTable(page, { game, seats: [{ kind: "me" }, ...rivals] });
    const begin = Date.now();
    const clicks = await playByHints(page);
    const result = (await page.locator("[data-result]").innerText()).replaceAll("\n", " ");
    console.log(
      `${game}: ${clicks} decisions of the person in ${Math.round((Date.now() - begin) / 1000)} s: ${result}`,
    );
    expect(clicks).toBeGreaterThan(15);
    expect(result).toMatch(/won/);
  });
}
