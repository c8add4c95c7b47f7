/** Good defaults for a new table. */

import type { Book, NewTable, SeatWish } from "../messages";

/** Games with a guided first game. */
export const LESSONS = ["antike-2006", "attika"];

export const usualPlayers = (book: Book): number => (book.players.includes(4) ? 4 : (book.players[0] ?? 2));

/** The bot to meet first: a casual player, or else not the one that plays at random, if there is another. */
export const usualBot = (bots: string[]): string =>
  bots.find((name) => name === "level:2") ?? bots.find((name) => name !== "random") ?? bots[0] ?? "random";

export function usualSeats(players: number, bots: string[]): SeatWish[] {
  const rivals = Array.from({ length: players - 1 }, (): SeatWish => ({ kind: "bot", bot: usualBot(bots) }));
  return [{ kind: "me" }, ...rivals];
}

export function quickTable(book: Book, bots: string[]): NewTable {
  return { game: book.id, seats: usualSeats(usualPlayers(book), bots) };
}
