import { books as de } from "./de/books";
import { books as en } from "./en/books";
import { books as fr } from "./fr/books";
import type { Own } from "./own";

/** The words that rulebooks have of their own, by language. */
export const BOOKS: Record<string, Own> = { en, fr, de };
