/** The words of reviews and the analysis board in the chosen language. */

import { prefs } from "../shared/prefs.svelte";
import { WORDS, type Word } from "./catalogue";

/** A text in the chosen language, with `{name}` replaced. */
export const say = (key: Word, values: Record<string, string | number> = {}): string =>
  WORDS[prefs.kept.lang][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** A text whose key is made of a name that the server sent; the name if there is none. */
export const told = (group: string, name: string): string =>
  (WORDS[prefs.kept.lang] as Record<string, string>)[`${group}.${name}`] ?? name;
