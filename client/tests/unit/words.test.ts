import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { ABOUT } from "../../src/lobby/about";
import { GUIDE } from "../../src/lobby/guide";
import { LEARN } from "../../src/lobby/learn";
import { WORDS as PEOPLE } from "../../src/people/catalogue";
import { CLUB_WORDS } from "../../src/people/club_catalogue";
import { WORDS as STUDY } from "../../src/study/catalogue";
import { OPENINGS } from "../../src/study/openings_catalogue";
import { PUZZLES } from "../../src/study/puzzles";
import { BOOKS } from "../../src/words/books";
import { de } from "../../src/words/de";
import { en } from "../../src/words/en";
import { fr } from "../../src/words/fr";

/** Words that are the same in both languages, or names that stay as they are. */
const SAME = new Set([
  "me.admin",
  "admin.title",
  "admin.tab.tables",
  "board.mare-nostrum",
  "board.orient",
  "lobby.none",
  "good.iron",
  "unit.legion",
  "wedge.temple",
  "wedge.iron",
  "panel.temples",
  "panel.notes",
  "store.colonies",
  "panel.points",
  "panel.nations",
  "new.options",
  "chart.points",
  "event.academy",
  "knowhow.navigation",
  "pile.1",
  "pile.2",
  "pile.3",
  "kind.Oracle",
  "kind.Statue",
  "kind.Temple",
  "kind.Village",
  "replay.pause",
  "me.notices",
  "calls.channel.hook",
  "calls.hook.style",
  "panel.bellonaCard",
  "effect.production",
  "gloss.navigatio",
  "gloss.commercium",
  "find.nation",
  "find.temple",
  "news.temples",
  "news.temples.one",
  "reason.citizen",
  "first.club",
  "going.time.minutes",
  "going.time.hours",
  "vote.pause",
]);
const LATIN = ["strata", "navigatio", "mercatura", "commercium", "metallum", "moneta", "regnum", "res publica"];

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sources(path) : /\.(svelte|ts)$/.test(entry.name) ? [path] : [];
  });

/** Words that are the same in German. */
const ALIKE = new Set([
  "vote.pause",
  "admin.kind.admin",
  "board.mare-nostrum",
  "board.orient",
  "city.Sparta",
  "kind.Statue",
  "unit.legion",
  "good.gold",
  "wedge.gold",
  "knowhow.navigation",
  "panel.bank",
  "panel.hand",
  "new.bot",
  "do.arm",
  "log.by",
  "news.details",
  "panel.bellonaCard",
  "panel.chat",
  "text.explained",
  "text.semicolon",
  "replay.pause",
  "calls.channel.hook",
  "calls.by",
  "first.of",
]);
const KINDS: [string, Record<string, string>, Set<string>][] = [
  ["French", fr, SAME],
  ["German", de, ALIKE],
];

describe("catalogues", () => {
  const keys = Object.keys(en) as (keyof typeof en)[];

  for (const [language, words, alike] of KINDS) {
    it(`have the same keys in ${language}`, () => expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort()));

    it(`leave nothing untranslated in ${language}`, () => {
      const same = keys.filter((key) => en[key] && en[key] === words[key]);
      const english = (key: string): boolean =>
        key.startsWith("title.") || (language === "German" && key.startsWith("find."));
      const open = same.filter(
        (key) => !alike.has(key) && !english(key) && !LATIN.includes(key.replace("knowhow.", "")),
      );
      expect(open).toEqual([]);
    });

    it(`have the same places for values in ${language}`, () => {
      const values = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
      for (const key of keys) expect([key, values(words[key] ?? "")]).toEqual([key, values(en[key])]);
    });
  }

  it("have every key that the page asks for, and no other", () => {
    const text = sources("src")
      .filter((path) => !path.includes("words/"))
      .map((path) => readFileSync(path, "utf8"))
      .join("\n");
    const asked = [...text.matchAll(/\bt\(\s*"([^"]+)"/g)].map((found) => found[1] ?? "");
    expect(asked.filter((key) => !(key in en))).toEqual([]);
    const groups = [
      ...text.matchAll(/\b(?:named|has)\(\s*"([^"]+)"/g),
      ...text.matchAll(/t\(\s*`([\w.-]+)\.\$\{/g),
      ...text.matchAll(/`([\w.-]+)\.\$\{/g),
    ].map((found) => `${found[1]}.`);
    const plain = (key: string): string => key.replace(/\.(one|other)$/, "");
    const used = (key: string): boolean => [key, plain(key)].some(asks);
    const asks = (key: string): boolean => text.includes(`"${key}"`) || groups.some((group) => key.startsWith(group));
    expect(Object.keys(en).filter((key) => !used(key))).toEqual([]);
  });
});

describe("typography", () => {
  type Texts = Record<string, string | string[] | Record<string, string>>;
  const later = [STUDY, PUZZLES, OPENINGS, PEOPLE, CLUB_WORDS, ABOUT, LEARN, GUIDE];
  const texts = (language: "en" | "fr" | "de", words: Texts): string[] =>
    [words, ...Object.values(BOOKS[language] ?? {}), ...later.map((part) => part[language])].flatMap((part) =>
      Object.entries(part as Texts)
        .filter(([key]) => !key.startsWith("find."))
        .flatMap(([, text]) => (typeof text === "string" ? text : Object.values(text))),
    );
  const plain = (text: string): string => text.replace(/https?:\/\/\S*/g, "").replace(/\{\w+\}/g, "x");

  it("in French has a no-break space before : ; ! ? % and inside « »", () => {
    const wrong = /(^|[^\u00A0;:!?])[;:!?%»]|[^\u00A0]»|«(?!\u00A0)|\u202F/;
    expect(texts("fr", fr).filter((text) => wrong.test(plain(text)))).toEqual([]);
  });

  it("in German has German quotes, a space before … and %, and none before : ; ! ?", () => {
    const wrong = /["«»”]|[\s\u00A0][:;!?](\s|$)|\w…|\w%/;
    const open = (text: string): boolean => text.split("„").length !== text.split("“").length;
    expect(texts("de", de).filter((text) => wrong.test(plain(text)) || open(text))).toEqual([]);
  });

  it("has curly apostrophes in every language", () => {
    const all = [...texts("en", en), ...texts("fr", fr), ...texts("de", de)];
    expect(all.filter((text) => /'|\.\.\./.test(text))).toEqual([]);
  });
});

describe("words of a game's own rulebook", () => {
  it("belong to games that there are, and differ from the common ones with the same places for values", () => {
    const games = Object.keys(en).flatMap((key) => (key.startsWith("card.") ? [key.slice(5)] : []));
    const values = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [language, words] of Object.entries({ en, fr, de } as Record<string, Record<string, string>>)) {
      for (const [game, own] of Object.entries(BOOKS[language] ?? {})) {
        expect(games).toContain(game);
        for (const [key, text] of Object.entries(own)) {
          expect([language, game, key, text]).not.toEqual([language, game, key, words[key]]);
          expect([key, values(text)]).toEqual([key, values(words[key] ?? "")]);
        }
      }
    }
  });
});

describe("refusals", () => {
  it("of the server all have words; a message that cannot be read is told as the server says it", () => {
    const codes = [
      ...readFileSync("../src/rondel/server/wire/refusal.py", "utf8").matchAll(/^ {4}"(\w+)": \(\d/gm),
    ].map((found) => found[1] ?? "");
    expect(codes.length).toBeGreaterThan(20);
    expect(codes.filter((code) => !(`err.${code}` in en))).toEqual(["bad_message"]);
  });
});

describe("reasons", () => {
  const read = (path: string): string => readFileSync(`../${path}`, "utf8");

  it("of the rules have words, from the first that is about a decision to the last", () => {
    const codes = [...read("docs/errors.md").matchAll(/^\| `(\w+)`/gm)].map((found) => found[1] ?? "");
    const decisions = codes.slice(codes.indexOf("not_now"), codes.indexOf("not_offered") + 1);
    expect(decisions.length).toBeGreaterThan(40);
    expect(decisions.filter((code) => !(`why.${code}` in en))).toEqual([]);
  });

  it("of the bots have words", () => {
    const told = /WORDS: Final = [({]([\s\S]*?)\n[})]/;
    const phrases = ["antike", "attika"].flatMap((game) =>
      [...(told.exec(read(`src/rondel/bots/${game}/evaluator.py`))?.[1] ?? "").matchAll(/"([^"]+)"(:?)/g)]
        .filter((found) => !found[2])
        .map((found) => found[1] ?? ""),
    );
    expect(phrases.length).toBeGreaterThan(20);
    expect(phrases.filter((phrase) => !(`gain.${phrase}` in en))).toEqual([]);
  });
});

describe("boards", () => {
  it("have a small picture by day and by lamplight", () => {
    const boards = Object.keys(en)
      .filter((key) => key.startsWith("board."))
      .map((key) => key.slice(6));
    const wanted = boards.flatMap((board) => [`public/boards/${board}-light.jpg`, `public/boards/${board}-dark.jpg`]);
    expect(wanted.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe("words to look up", () => {
  const read = (path: string): string => readFileSync(path, "utf8").toLowerCase();
  const found = (text: string, words: string): boolean => words.split("|").some((word) => text.includes(word));
  const looked = Object.keys(en).filter((key) => key.startsWith("find.")) as (keyof typeof en)[];

  it("are in the rules reference, in the language it is read in", () => {
    expect(looked.length).toBeGreaterThan(20);
    const missing = (folder: string, words: Record<string, string>): string[] => {
      const pages = readdirSync(folder)
        .filter((name) => name.endsWith(".md"))
        .map((name) => read(join(folder, name)));
      return looked.filter((key) => !pages.some((text) => found(text, words[key] ?? "")));
    };
    expect(missing("../docs/rules", en)).toEqual([]);
    expect(missing("../docs/rules", de)).toEqual([]);
    expect(missing("../docs/rules/fr", fr)).toEqual([]);
  });

  it("find the main phases in every book of the Antike family", () => {
    const phases = [
      "maneuver",
      "know-how",
      "arming",
      "temple",
      "found",
      "conquer",
      "battle",
      "personage",
      "rondel",
      "pay",
    ];
    for (const book of ["antike-2005", "antike-2006", "antike-2", "antike-duellum"]) {
      for (const [folder, words] of [
        ["../docs/rules", en],
        ["../docs/rules/fr", fr],
      ] as const) {
        const text = read(`${folder}/${book}.md`);
        expect([
          book,
          folder,
          phases.filter((phase) => !found(text, words[`find.${phase}` as keyof typeof en])),
        ]).toEqual([book, folder, []]);
      }
    }
  });
});
