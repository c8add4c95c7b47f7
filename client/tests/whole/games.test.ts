import { bots, expect, openTable, playOut, test } from "../help";

interface Book {
  id: string;
  players: number[];
  boards: string[];
  options: { id: string }[];
}

/** Random play rarely ends by itself: a house rule, where there is one, ends it after some rounds. */
const ROUNDS = 25;

test("whole games of every rulebook, through the page, to their end", async ({ page, request }) => {
  const { games } = (await (await request.get("/api/games")).json()) as { games: Book[] };
  for (const book of games) {
    await test.step(book.id, async () => {
      const limited = book.options.some((option) => option.id === "round-limit");
      const board = book.boards.includes("aegean-mini") ? "aegean-mini" : (book.boards[0] ?? "");
      const seats = bots((book.players.includes(3) ? 3 : (book.players[0] ?? 2)) - 1);
      await openTable(page, { game: book.id, board, seats, options: limited ? { "round-limit": ROUNDS } : {} });
      const clicks = await playOut(page);
      console.log(`${book.id}: over after ${clicks} clicks`);
      await expect(page.locator("[data-result]")).toBeVisible();
    });
  }
});
