/** The words of the pages of openings and of one's own play, in the chosen language. */

import { prefs } from "../shared/prefs.svelte";
import { OPENINGS, type OpeningWord } from "./openings_catalogue";

/** A text in the chosen language, with `{name}` replaced. */
export const word = (key: OpeningWord, values: Record<string, string | number> = {}): string =>
  OPENINGS[prefs.kept.lang][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** So many games, in words. */
export const gamesTold = (n: number): string =>
  n === 1 ? word("game") : word("games", { n: n.toLocaleString(prefs.kept.lang) });
