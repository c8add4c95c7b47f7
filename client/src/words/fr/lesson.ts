import type { lesson as words } from "../en/lesson";

/** Words around the guided games, in French. */
export const lesson: Record<keyof typeof words, string> = {
  "learn.title": "Les leçons",
  "learn.card": "Partie guidée",
  "learn.step": "Étape {n} sur {of}",
  "learn.leave": "Quitter la leçon",
  "learn.others": "Les autres jouent.",
  "learn.wrong": "C’est possible aussi, mais suivez d’abord l’anneau.",
  "learn.play": "Jouer une partie",
  "learn.again": "Recommencer",
  "learn.end": "Vous avez gagné",
  "learn.done": "La leçon est finie",
  "err.lesson": "C’est possible aussi, mais suivez d’abord la consigne.",
  "learn.next": "Leçon suivante : {title}",
  "learn.show": "Montrez-moi",
  "learn.all": "Toutes les leçons",
};
