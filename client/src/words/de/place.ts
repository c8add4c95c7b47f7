import type { place as en } from "../en/place";

/** Words of the first page and of sharing, in German. */
export const place: Record<keyof typeof en, string> = {
  "share.title": "Teilen",
  "share.pass": "Senden an …",
  "share.picture": "Als Bild speichern",
  "share.saved": "Gespeichert",
  "share.embed": "Code für eine andere Website",
  "share.copyCode": "Code kopieren",
  "embed.open": "In Rondel öffnen",
  "first.lead": "Fünf Brettspiele der Antike an einem Tisch: gegen Bots, mit Freunden, live oder über Wochen.",
  "first.rondel":
    "Ein Rondell ist ein Rad mit Aktionen. In jedem Zug rücken Sie Ihren Stein vor und tun, was das Feld sagt; weite Wege kosten.",
  "first.now": "Jetzt spielen",
  "first.learn": "Spielen lernen",
  "first.friends": "Mit Freunden spielen",
  "first.watch": "Zuschauen",
  "first.club": "Vereine",
  "first.of": "{what}: {game}",
  "first.inPlay": "{game} im Spiel",
  "lobby.friends": "Freunde",
  "lobby.about": "Über Rondel",
  "err.not_member": "Das ist den Mitgliedern des Vereins vorbehalten.",
  "err.unknown_club": "Diesen Verein gibt es nicht, oder er ist privat.",
  "err.members_only":
    "Dieser Server gehört einem Verein. Melden Sie sich mit Ihrem Konto an; Mitglieder können Sie einladen.",
};
