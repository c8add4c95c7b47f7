/** Good defaults for a new table. */

import type { Book, NewTable, SeatWish, TableInfo } from "../messages";

export const usualPlayers = (book: Book): number => (book.players.includes(4) ? 4 : (book.players[0] ?? 2));

/** The bot to meet first: a casual player, or else not the one that plays at random, if there is another. */
export const usualBot = (bots: string[]): string =>
  bots.find((name) => name === "level:2") ?? bots.find((name) => name !== "random") ?? bots[0] ?? "random";

export function usualSeats(players: number, bots: string[]): SeatWish[] {
  const rivals = Array.from({ length: players - 1 }, (): SeatWish => ({ kind: "bot", bot: usualBot(bots) }));
  return [{ kind: "me" }, ...rivals];
}

/** Seats to play on from a moment of another table: our own stay ours, or the first becomes ours; bots stay as they are. */
export function seatsToPlayOn({ seats, yours }: Pick<TableInfo, "seats" | "yours">, bot: string): SeatWish[] {
  const own = yours?.length ? yours : [0];
  return seats.map(({ seat, chair }): SeatWish =>
    own.includes(seat) ? { kind: "me" } : { kind: "bot", bot: chair.bot || bot },
  );
}

/** The board that each book is shown by: the first that no book before it is shown by. */
export function boardsToShow(books: Book[]): Map<string, string> {
  const shown = new Map<string, string>();
  for (const { id, boards } of books) {
    const taken = [...shown.values()];
    shown.set(id, boards.find((board) => !taken.includes(board)) ?? boards[0] ?? "");
  }
  return shown;
}

/** The books as the first page lists them: the first of those with most guided games is the best start. */
export function inOrder(books: Book[]): Book[] {
  const most = Math.max(...books.map((book) => book.lessons ?? 0));
  const start = most ? books.find((book) => book.lessons === most) : undefined;
  return start ? [start, ...books.filter((book) => book !== start)] : books;
}

export function quickTable(book: Book, bots: string[]): NewTable {
  return { game: book.id, seats: usualSeats(usualPlayers(book), bots) };
}

/** Options that this number of players needs; without them the rulebook is not for so many. */
export const neededOptions = (book: Book | undefined, players: number): Record<string, number> =>
  Object.fromEntries(
    (book?.options ?? []).filter((option) => option.opens?.includes(players)).map((option) => [option.id, 1]),
  );

/** What was chosen of a rulebook's options and fits the number of players, and what that needs. */
export function chosenOptions(
  book: Book | undefined,
  players: number,
  options: Record<string, number>,
): Record<string, number> {
  const fit = (book?.options ?? []).filter(
    (option) => option.id in options && (!option.players?.length || option.players.includes(players)),
  );
  return { ...Object.fromEntries(fit.map(({ id }) => [id, options[id] ?? 1])), ...neededOptions(book, players) };
}
