/** The texts of the pages about clubs and friends in the chosen language. */

import { prefs } from "../shared/prefs.svelte";
import { CLUB_WORDS, type ClubWords } from "./club_catalogue";

/** A text in the chosen language, with `{name}` replaced; for one (`n`), the key with `.one` where there is one. */
export function tell(key: keyof ClubWords, values: Record<string, string | number> = {}): string {
  const words = CLUB_WORDS[prefs.kept.lang];
  const text = (values.n === 1 && words[`${key}.one` as keyof ClubWords]) || words[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A text whose key is made of a name from a closed list of the server. */
export const tellOf = (group: "door" | "role", name: string): string => tell(`${group}.${name}` as keyof ClubWords);
