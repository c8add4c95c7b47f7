/** What the page About says; loaded with it. */

import type { Language } from "../shared/prefs.svelte";

interface AboutWords {
  title: string;
  fan: string[];
  printed: string;
  printedText: string;
  ours: string;
  oursText: string;
  /** Our own design by the server's keys; where a sentence is missing, the page shows the server's. */
  parts: Record<string, string>;
  nothing: string;
  licence: string;
  licenceText: string;
  privacy: string;
  privacyText: string[];
  host: string;
  version: string;
}

export const ABOUT: Record<Language, AboutWords> = {
  en: {
    title: "About Rondel",
    fan: [
      "Rondel is the work of fans. It plays the rules of Antike (2005 and 2006), Antike II, Antike Duellum and Attika, and it is not connected with their authors, artists or publishers.",
      "The games belong to those who made them. If you like them, buy them: nothing here replaces a table with people around it.",
    ],
    printed: "What is printed",
    printedText:
      "Rules, prices, numbers of pieces and names follow the rulebooks. Every rule has a number; where a rulebook leaves something open, our reading of it is marked as such. “Rules” next to each game lists them all. No sentence, picture or drawing was copied.",
    ours: "What is our own design",
    oursText:
      "Some things stand only on the printed parts, which we do not copy. We designed these ourselves, so that the games can be played:",
    parts: {},
    nothing: "All drawings, icons and texts of this page are our own as well.",
    licence: "Licenses",
    licenceText:
      "The program is free software; its license comes with the source. Fonts and libraries keep their own licenses.",
    privacy: "Privacy",
    privacyText: [
      "A guest is a random number in a cookie and the name you give. An account also stores your password as a hash and, if you enter one, an email address for notifications. There are no trackers, no advertisements and no third parties.",
      "Games, their chat and their results are stored with the names that played. Finished games that anybody may watch are in the archive. IP addresses are kept in memory only, to limit abuse; a ban stores one.",
      "Your browser stores your settings and its session. Sign out to end the session; ask the host to delete your account.",
    ],
    host: "The host of this server",
    version: "Version {version}",
  },
  fr: {
    title: "À propos de Rondel",
    fan: [
      "Rondel est l’œuvre d’amateurs. Il applique les règles d’Antike (2005 et 2006), d’Antike II, d’Antike Duellum et d’Attika, sans aucun lien avec leurs auteurs, illustrateurs ou éditeurs.",
      "Les jeux appartiennent à ceux qui les ont faits. S’ils vous plaisent, achetez-les : rien ici ne remplace une table entourée de joueurs.",
    ],
    printed: "Ce qui est imprimé",
    printedText:
      "Règles, prix, nombre de pièces et noms suivent les livrets. Chaque règle porte un numéro ; ce que le livret laisse ouvert est signalé comme notre lecture. « Règles », à côté de chaque jeu, les énumère toutes. Aucune phrase, image ni dessin n’a été copié.",
    ours: "Ce que nous avons conçu",
    oursText:
      "Certaines choses ne figurent que sur le matériel imprimé, que nous ne copions pas. Nous les avons conçues nous-mêmes pour que l’on puisse jouer :",
    parts: {
      boards: "la plus grande partie des plateaux ; `rondel board list` précise quelles parties",
      technologies:
        "les prix des technologies, sauf 3 pour les suivants à strata, 8 pour le premier à navigatio, 2 pour les suivants à mercatura, 6 pour les suivants à regnum, et 17 pour metallum (suivants) et moneta (premier) ensemble",
      supply: "le nombre de pièces de monnaie (30) et l’emplacement des temples neutres",
      knowledge: "les prix des savoirs, sauf 3 pour le suivant à navigatio et 9 pour le premier à commercium",
      events:
        "les cartes événement, sauf le nom et l’effet de la forteresse, du tremblement de terre, du cambriolage et de l’académie ; le nombre d’exemplaires de chacune",
      coins: "le nombre de pièces de monnaie (20)",
      symbols: "la répartition des symboles sur les 22 tuiles plateau",
      places: "l’emplacement exact des premières tuiles et des hauts-lieux",
      costs:
        "le coût de ces bâtiments : Puits, Champ de blé, Moulin, Village, Carrière, Forteresse, Port, Navire, Mine d’argent, Atelier monétaire, Vignoble et Négociant ; un fichier à vous peut les remplacer",
    },
    nothing: "Les dessins, icônes et textes de cette page sont également les nôtres.",
    licence: "Licences",
    licenceText:
      "Le programme est un logiciel libre ; sa licence accompagne les sources. Les polices et bibliothèques gardent la leur.",
    privacy: "Vie privée",
    privacyText: [
      "Un invité, c’est un nombre aléatoire dans un cookie et le nom que vous donnez. Un compte conserve aussi l’empreinte du mot de passe et, si vous l’indiquez, une adresse e-mail pour les notifications. Ni pistage, ni publicité, ni tiers.",
      "Les parties, leurs discussions et leurs résultats sont conservés avec les noms des joueurs. Les parties terminées que chacun peut regarder sont dans les archives. Les adresses IP restent en mémoire vive, contre les abus ; un bannissement en conserve une.",
      "Votre navigateur garde vos réglages et sa session. Déconnectez-vous pour la terminer ; demandez à l’hôte de supprimer votre compte.",
    ],
    host: "L’hôte de ce serveur",
    version: "Version {version}",
  },
  de: {
    title: "Über Rondel",
    fan: [
      "Rondel ist ein Werk von Fans. Es spielt die Regeln von Antike (2005 und 2006), Antike II, Antike Duellum und Attika und steht in keiner Verbindung zu Autoren, Grafikern oder Verlagen.",
      "Die Spiele gehören denen, die sie gemacht haben. Wenn sie Ihnen gefallen, kaufen Sie sie: Nichts hier ersetzt einen Tisch mit Menschen darum.",
    ],
    printed: "Was gedruckt ist",
    printedText:
      "Regeln, Preise, Stückzahlen und Namen folgen den Spielregeln. Jede Regel hat eine Nummer; was die Spielregel offen lässt, ist als unsere Lesart gekennzeichnet. „Regeln“ neben jedem Spiel führt sie alle auf. Kein Satz, kein Bild und keine Zeichnung ist kopiert.",
    ours: "Was wir selbst entworfen haben",
    oursText:
      "Manches steht nur auf dem gedruckten Material, und das kopieren wir nicht. Damit man spielen kann, haben wir es selbst entworfen:",
    parts: {
      boards: "die Spielpläne größtenteils; `rondel board list` nennt die Teile",
      technologies:
        "die Preise der Fortschritte, außer: strata später 3, navigatio zuerst 8, mercatura später 2, regnum später 6 sowie metallum später und moneta zuerst zusammen 17",
      supply: "die Anzahl der Münzen (30) und die Orte der neutralen Tempel",
      knowledge: "die Preise der Fortschritte, außer: navigatio später 3, commercium zuerst 9",
      events:
        "die Ereigniskarten, außer Namen und Wirkung von Festung, Erdbeben, Diebstahl und Akademie; alle Stückzahlen",
      coins: "die Anzahl der Münzen (20)",
      symbols: "welche Symbole wo auf den 22 Spielplanteilen stehen",
      places: "die genauen Plätze der ersten Spielplanteile und der Heiligtümer",
      costs:
        "die Kosten von Brunnen, Kornfeld, Mühle, Dorf, Steinbruch, Festung, Hafen, Schiff, Silbermine, Münzstätte, Weinberg und Winzer; eine eigene Datei kann sie ersetzen",
    },
    nothing: "Auch alle Zeichnungen, Symbole und Texte dieser Seite sind unsere eigenen.",
    licence: "Lizenzen",
    licenceText:
      "Das Programm ist freie Software; die Lizenz liegt dem Quelltext bei. Schriften und Bibliotheken behalten ihre eigenen.",
    privacy: "Datenschutz",
    privacyText: [
      "Ein Gast ist eine Zufallszahl in einem Cookie und der Name, den Sie angeben. Ein Konto speichert zusätzlich das Passwort als Hash und, wenn Sie eine angeben, eine E-Mail-Adresse für Benachrichtigungen. Es gibt keine Tracker, keine Werbung und keine Dritten.",
      "Partien, ihr Chat und ihre Ergebnisse werden mit den Namen der Spieler gespeichert. Beendete Partien, denen jeder zusehen darf, stehen im Archiv. IP-Adressen bleiben nur im Arbeitsspeicher, zum Schutz vor Missbrauch; eine Sperre speichert eine.",
      "Ihr Browser speichert Ihre Einstellungen und seine Sitzung. Abmelden beendet die Sitzung; Ihr Konto löscht auf Wunsch der Betreiber.",
    ],
    host: "Der Betreiber dieses Servers",
    version: "Version {version}",
  },
};
