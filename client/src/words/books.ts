import { books as de } from "./de/books";
import { books as en } from "./en/books";
import type { en as words } from "./en";
import { books as fr } from "./fr/books";

/** Words by game and key, for games whose rulebook has another word than the others. */
export type Own = Record<string, Partial<Record<keyof typeof words, string>>>;

export const BOOKS: Record<string, Own> = { en, fr, de };
