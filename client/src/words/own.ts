import type { en } from "./en";

/** Words by game and key, for games whose rulebook has another word than the others. */
export type Own = Record<string, Partial<Record<keyof typeof en, string>>>;
