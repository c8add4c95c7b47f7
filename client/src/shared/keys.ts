/** Keys of the page: when they count, and how they are listed. */

import type { Key } from "./words";

/** Keys as they are printed, and what they do. */
export type KeyRow = [string, Key];

/** The keys that every table has. */
export const TABLE_KEYS: KeyRow[] = [
  ["Tab Enter", "keys.choose"],
  ["C", "keys.bar"],
  ["U", "keys.undo"],
  ["Esc", "keys.back"],
];
export const REPLAY_KEYS: KeyRow[] = [
  ["← →", "keys.step"],
  ["Home End", "keys.ends"],
  ["␣", "keys.run"],
];

/** Whether a key belongs to a field that is written in, or to the browser. */
export const isTyping = (event: KeyboardEvent): boolean =>
  (event.target as Element).closest("input:not([type=range]), textarea, select") !== null ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey;
