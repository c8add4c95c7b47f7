/** What the illustrated rules and the clauses say besides their texts; loaded with them. */

import type { Language } from "../shared/prefs.svelte";

interface GuideWords {
  pictures: string;
  clauses: string;
  short: string;
  contents: string;
  print: string;
  clause: string;
}

export const GUIDE: Record<Language, GuideWords> = {
  en: {
    pictures: "Rules in pictures",
    clauses: "All rules, one by one",
    short: "In short",
    contents: "Contents",
    print: "Print",
    clause: "Rule {id}",
  },
  fr: {
    pictures: "Les règles en images",
    clauses: "Toutes les règles, une à une",
    short: "En bref",
    contents: "Sommaire",
    print: "Imprimer",
    clause: "Règle {id}",
  },
  de: {
    pictures: "Regeln in Bildern",
    clauses: "Alle Regeln einzeln",
    short: "In Kürze",
    contents: "Inhalt",
    print: "Drucken",
    clause: "Regel {id}",
  },
};

/** The clauses of a paragraph as they are shown: the first in full, of the others what differs. */
export function brief(ids: string[]): string[] {
  const head = (id: string): string => id.replace(/\d+$/, "");
  return ids.map((id, place) => (place && head(id) === head(ids[place - 1] ?? "") ? id.slice(head(id).length) : id));
}
