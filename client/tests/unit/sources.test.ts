import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

import { describe, expect, it } from "vitest";

import { en } from "../../src/words/en";

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : /\.(svelte|ts)$/.test(entry.name) ? [path] : [];
  });
const SOURCES = new Map(files("src").map((path) => [path, readFileSync(path, "utf8")]));

/** The files that a file imports, types included; `lazy` are those it loads when they are needed. */
function imports(path: string): { path: string; lazy: boolean }[] {
  const found = [...(SOURCES.get(path) ?? "").matchAll(/\b(?:from|import)(\s*\()?\s*"(\.[^"]+)"/g)];
  return found.flatMap(([, lazy, spec = ""]) => {
    const target = normalize(join(dirname(path), spec));
    const file = [target, `${target}.ts`, `${target}.svelte.ts`].find((name) => SOURCES.has(name));
    if (!file && !existsSync(target)) throw new Error(`${path} imports ${spec}, which is not there`);
    return file ? [{ path: file, lazy: Boolean(lazy) }] : [];
  });
}

/** Folders from the ground up; what is not named here stands above them all. */
const GROUND: Record<string, number> = {
  words: 0,
  "messages.ts": 0,
  "views.ts": 0,
  shared: 1,
  antike: 2,
  attika: 2,
  plain: 2,
  study: 3,
  pages: 4,
  lobby: 4,
  admin: 4,
  people: 4,
  "App.svelte": 5,
};
const folderOf = (path: string): string => relative("src", path).split("/")[0] ?? "";
const rank = (path: string): number => GROUND[folderOf(path)] ?? 6;

describe("imports", () => {
  it("point from the pages to the tables to what they share", () => {
    const wrong = [...SOURCES.keys()].flatMap((from) =>
      imports(from)
        .filter(({ path }) => folderOf(path) !== folderOf(from) && rank(path) >= rank(from))
        .map(({ path }) => `${from} imports ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  it("make no circles", () => {
    const done = new Set<string>();
    const walk = (path: string, trail: string[]): string[] => {
      if (trail.includes(path)) return [[...trail.slice(trail.indexOf(path)), path].join(" → ")];
      if (done.has(path)) return [];
      const circles = imports(path).flatMap((next) => walk(next.path, [...trail, path]));
      done.add(path);
      return circles;
    };
    expect([...SOURCES.keys()].flatMap((path) => walk(path, []))).toEqual([]);
  });
});

describe("sources", () => {
  const own = [...SOURCES].filter(([path]) => !["words", "messages.ts", "views.ts"].includes(folderOf(path)));

  it("export nothing that no other file uses", () => {
    const unused = own.flatMap(([path, text]) =>
      [...text.matchAll(/^\s*export (?:async )?(?:const|function|class|interface|type) (\w+)/gm)]
        .map(([, name = ""]) => name)
        .filter(
          (name) => ![...SOURCES].some(([other, used]) => other !== path && new RegExp(`\\b${name}\\b`).test(used)),
        )
        .map((name) => `${path}: ${name}`),
    );
    expect(unused).toEqual([]);
  });

  it("read the parts of decisions, never their texts", () => {
    const readers = own.filter(
      ([path, text]) => ["antike", "attika"].includes(folderOf(path)) && /\.text\b/.test(text),
    );
    expect(readers.map(([path]) => path)).toEqual([]);
  });

  it("ask for no game by its name", () => {
    const ids = Object.keys(en)
      .filter((key) => key.startsWith("title."))
      .map((key) => key.slice(6));
    expect(ids.length).toBeGreaterThan(4);
    const asked = new RegExp(
      `["'\`](?:${ids.filter((id) => id.includes("-")).join("|")})["'\`]|(?:===|!==|startsWith\\(|includes\\() ?["'\`](?:antike|attika)`,
    );
    expect(own.flatMap(([path, text]) => (asked.test(text) ? [path] : []))).toEqual([]);
  });
});

describe("links", () => {
  it("lead to pages that there are", () => {
    const pages = [...(SOURCES.get("src/App.svelte") ?? "").matchAll(/parts\[0\] === "([a-z]+)"/g)].map(
      ([, name]) => name,
    );
    expect(pages).toContain("player");
    for (const [path, text] of SOURCES)
      for (const [, page] of text.matchAll(/(?:href=(?:\{`|")|route\.go\((?:`|"))\/([a-z]+)/g))
        expect([path, [...pages, "api"].includes(page)]).toEqual([path, true]);
  });
});
