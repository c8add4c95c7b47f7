import type { lesson as words } from "../en/lesson";

/** Words around the guided games, in German. */
export const lesson: Record<keyof typeof words, string> = {
  "learn.title": "Lektionen",
  "learn.card": "Geführte Partie",
  "learn.step": "Schritt {n} von {of}",
  "learn.leave": "Lektion beenden",
  "learn.others": "Die anderen sind am Zug.",
  "learn.wrong": "Das ginge auch. Folgen Sie hier aber zuerst dem Ring.",
  "learn.play": "Eine Partie spielen",
  "learn.again": "Noch einmal",
  "learn.end": "Sie haben gewonnen",
  "learn.done": "Das war die Lektion",
  "err.lesson": "Das ginge auch. Folgen Sie hier zuerst dem Hinweis.",
  "learn.next": "Nächste Lektion: {title}",
  "learn.show": "Zeigen",
  "learn.all": "Alle Lektionen",
};
