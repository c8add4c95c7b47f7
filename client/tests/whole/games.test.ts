import { bots, expect, openTable, playOut, test } from "../help";

interface Book {
  id: string;
  players: number[];
  boards: string[];
  options: { id: string }[];
}

/** Random play takes long to win: a house rule, where there is one, ends the game after so many rounds; ROUNDS=0 waits. */
const ROUNDS = Number(process.env.ROUNDS ?? 25);

test("whole games of every rulebook, through the page, to their end", async ({ page, request }) => {
  const { games } = (await (await request.get("/api/games")).json()) as { games: Book[] };
  for (const book of games) {
    await test.step(book.id, async () => {
      const limited = ROUNDS > 0 && book.options.some((option) => option.id === "round-limit");
      const board = book.boards.includes("aegean-mini") ? "aegean-mini" : (book.boards[0] ?? "");
      const seats = bots((book.players.includes(3) ? 3 : (book.players[0] ?? 2)) - 1);
      await openTable(page, { game: book.id, board, seats, options: limited ? { "round-limit": ROUNDS } : {} });
      const clicks = await playOut(page);
      await expect(page.locator("[data-result]")).toBeVisible();
      console.log(`${book.id}: over after ${clicks} clicks: ${(await page.locator("[data-result]").innerText()).replaceAll("\n", " ")}`);
    });
  }
});
