/** What is printed on the parts of a game: it comes from the server once, before a table is shown. */

import type { Printed } from "../messages";
import { getOnce } from "./api";
import { speakOf } from "./words";

const kept = new Map<string, Printed>();

/** Load what is printed on a game's parts; from now on the page speaks in the words of that game. */
export async function loadPrinted(game: string): Promise<void> {
  speakOf(game);
  kept.set(game, await getOnce<Printed>(`/api/games/${game}`));
}

export const printed = (game: string): Printed => kept.get(game) ?? { game, rules: 0 };
