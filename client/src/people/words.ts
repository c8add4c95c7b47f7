/** The texts of the pages about people in the chosen language. */

import { prefs } from "../shared/prefs.svelte";
import { type Words, WORDS } from "./catalogue";

/** A text in the chosen language, with `{name}` replaced. */
export function say(key: keyof Words, values: Record<string, string | number> = {}): string {
  const text = WORDS[prefs.kept.lang][key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A text whose key is made of a name from a closed list of the server. */
export const sayOf = (group: "form" | "formText" | "status", name: string, values = {}): string =>
  say(`${group}.${name}` as keyof Words, values);

export const day = (time: number): string =>
  new Intl.DateTimeFormat(prefs.kept.lang, { dateStyle: "medium" }).format(time);
