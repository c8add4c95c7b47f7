/** What is printed on the parts of a game: it comes from the server once, before a table is shown. */

import type { Printed } from "../messages";
import { getOnce } from "./api";
import { speakOf } from "./words";

const kept = new Map<string, Printed>();
let onTable = "";

/** Load what is printed on a game's parts; from now on the page speaks in the words of that game. */
export async function loadPrinted(game: string): Promise<void> {
  speakOf(game);
  onTable = game;
  kept.set(game, await getOnce<Printed>(`/api/games/${game}`));
}

/** What is printed on the parts of a game, of the one on the table unless another is named. */
export const printed = (game = onTable): Printed => kept.get(game) ?? { game, rules: 0 };
