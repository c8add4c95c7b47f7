import type { place as en } from "../en/place";

/** Words of the first page and of sharing, in French. */
export const place: Record<keyof typeof en, string> = {
  "share.title": "Partager",
  "share.pass": "Envoyer à…",
  "share.picture": "Enregistrer l’image",
  "share.saved": "Enregistrée",
  "share.embed": "Code pour un autre site",
  "share.copyCode": "Copier le code",
  "embed.open": "Ouvrir dans Rondel",
  "first.lead":
    "Cinq jeux de l’Antiquité à une même table : contre des robots, entre amis, en direct ou sur des semaines.",
  "first.rondel":
    "Un rondel est une roue d’actions. À chaque tour, vous avancez votre pion et faites ce que dit la case ; aller loin se paie.",
  "first.now": "Jouer",
  "first.learn": "Apprendre à jouer",
  "first.friends": "Jouer entre amis",
  "first.watch": "Regarder",
  "first.club": "Clubs",
  "first.of": "{what} : {game}",
  "first.inPlay": "{game} en cours de partie",
  "lobby.friends": "Amis",
  "lobby.about": "À propos de Rondel",
  "err.not_member": "C’est réservé aux membres du club.",
  "err.unknown_club": "Ce club n’existe pas, ou il est privé.",
  "err.members_only":
    "Ce serveur est celui d’un club. Connectez-vous avec votre compte ; ses membres peuvent vous inviter.",
};
