/** What is printed on the parts of a game: it comes from the server once, before a table is shown. */

import type { Printed } from "../messages";
import { getOnce } from "./api";

const kept = new Map<string, Printed>();

export async function loadPrinted(game: string): Promise<void> {
  kept.set(game, await getOnce<Printed>(`/api/games/${game}`));
}

export const printed = (game: string): Printed => kept.get(game) ?? { game, rules: 0 };
