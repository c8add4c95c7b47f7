/** What the page of lessons says; loaded with it. */

import type { Language } from "../shared/prefs.svelte";

interface LearnWords {
  lead: string;
  steps: string;
  done: string;
  guide: string;
  clauses: string;
}

export const LEARN: Record<Language, LearnWords> = {
  en: {
    lead: "Every lesson is played on the real table, in about ten steps. One or two of them ask you to decide for yourself; a wrong answer costs nothing and names the rule.",
    steps: "{n} steps",
    done: "played",
    guide: "Rules in pictures",
    clauses: "All rules",
  },
  fr: {
    lead: "Chaque leçon se joue sur la vraie table, en une dizaine d’étapes. Une ou deux vous laissent décider ; une erreur ne coûte rien et cite la règle.",
    steps: "{n} étapes",
    done: "jouée",
    guide: "Les règles en images",
    clauses: "Toutes les règles",
  },
  de: {
    lead: "Jede Lektion spielen Sie am echten Tisch, in etwa zehn Schritten. Bei einem oder zweien entscheiden Sie selbst; ein Fehler kostet nichts und nennt die Regel.",
    steps: "{n} Schritte",
    done: "gespielt",
    guide: "Regeln in Bildern",
    clauses: "Alle Regeln",
  },
};
