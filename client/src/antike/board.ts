/** A board: regions by number, borders, slots for pieces, and its drawing taken apart into layers. */

import { getOnce, getText } from "../shared/api";
import { prefs } from "../shared/prefs.svelte";
import { readPlace, type Place } from "./place";
import { boardTitle, has, named } from "../shared/words";

export interface Region {
  name: string;
  resource: string;
  titles: Record<string, string>;
  /** The names that the place has today, by language. */
  modern: Record<string, string>;
  place: Place;
  near: number[];
}

export interface Board {
  id: string;
  nations: string[];
  regions: Region[];
  numbers: Map<string, number>;
  scale: number;
}

interface Source {
  id: string;
  nations: { all: string[] };
  regions: Record<string, Record<string, string | number> & { modern?: Record<string, string> }>;
  borders: Record<string, [string, string][]>;
  geometry: { scale: number; places: Record<string, string> };
}

export async function loadBoard(id: string): Promise<Board> {
  const source = await getOnce<Source>(`/api/boards/${id}`);
  const names = Object.keys(source.regions);
  const numbers = new Map(names.map((name, number) => [name, number]));
  const near: Set<number>[] = names.map(() => new Set());
  for (const [a, b] of Object.values(source.borders).flat()) {
    const one = numbers.get(a);
    const other = numbers.get(b);
    if (one === undefined || other === undefined) continue;
    near[one]?.add(other);
    near[other]?.add(one);
  }
  const regions = names.map((name, number): Region => {
    const entry = source.regions[name] ?? {};
    return {
      name,
      resource: String(entry.resource ?? ""),
      titles: { en: String(entry.en ?? name), fr: String(entry.fr ?? name) },
      modern: entry.modern ?? {},
      place: readPlace(source.geometry.places[name] ?? ""),
      near: [...(near[number] ?? [])],
    };
  });
  return { id, nations: source.nations.all, regions, numbers, scale: source.geometry.scale };
}

export interface Drawing {
  box: [number, number];
  /** The height without what is written below the map. */
  map: number;
  margin: number;
  defs: string;
  back: string;
  ground: string;
  ink: string;
  front: string;
  /** Names: they lie over the pieces. */
  names: string;
  outlines: string[];
  /** How much larger the symbols are than at a desk. */
  grow: number;
}

/** On a phone the server draws symbols and names larger. */
const PHONE = 1.25;

const drawings = new Map<string, Promise<Drawing>>();

export function loadDrawing(board: Board, theme: string, lang: string, size: string): Promise<Drawing> {
  // where a board has no names in a language, its own are as good
  const names = ["en", "fr"].includes(lang) ? lang : "";
  const which = prefs.kept.modern ? "&names=modern" : "";
  const path = `/api/boards/${board.id}/map.svg?theme=${theme}&lang=${names}&size=${size}${which}`;
  let found = drawings.get(path);
  if (!found)
    drawings.set(path, (found = getText(path).then((text) => takeApart(text, board, size === "phone" ? PHONE : 1))));
  return found;
}

/** Put what is written below the map into words of the page. */
function translate(root: Element, board: Board): void {
  const title = root.querySelector("title")?.textContent ?? "";
  for (const text of root.querySelectorAll("text")) {
    if (text.textContent === title) text.textContent = boardTitle(board.id, title);
    else if (has("legend", text.textContent)) text.textContent = named("legend", text.textContent);
  }
}

/** Take the areas of the regions out of the ink, and give their outlines. */
function takeOutlines(ink: Element | null, board: Board): string[] {
  return board.regions.map((region) => {
    const id = "region-" + region.name.replace(/[^\p{L}\p{N}]/gu, "-");
    const area = ink?.querySelector(`[id="${id}"]`);
    area?.remove();
    return area?.getAttribute("d") ?? "";
  });
}

const written = (elements: (Element | null | undefined)[]): string =>
  elements.map((element) => element?.outerHTML ?? "").join("");

/** How far the map lies from the edge of its sheet. */
const marginOf = (sheet: Element | null | undefined): number =>
  Number(/translate\((\d+)/.exec(sheet?.getAttribute("transform") ?? "")?.[1] ?? 0);

/** Take the server's drawing apart, so that realms can lie under its ink and pieces over it. */
function takeApart(text: string, board: Board, grow: number): Drawing {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const box = (root.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  translate(root, board);
  const part = (selector: string): Element | null => root.querySelector(selector);
  const ground = part("#ground");
  const ink = part("#ink");
  const outlines = takeOutlines(ink, board);
  const names = ink?.querySelector("g[text-rendering]");
  names?.remove();
  const sheet = ground?.parentElement;
  const margin = marginOf(sheet);
  const body = [...root.children].filter((child) => !["title", "defs"].includes(child.tagName));
  const middle = sheet ? body.indexOf(sheet) : -1;
  return {
    box: [box[2] ?? 1, box[3] ?? 1],
    map: Number(part("#frame rect")?.getAttribute("height") ?? box[3]) + 2 * margin,
    margin,
    defs: part("defs")?.innerHTML ?? "",
    back: written(body.slice(0, middle)),
    ground: written([ground]),
    ink: written([ink]),
    front: written(body.slice(middle + 1)),
    names: written([names]),
    outlines,
    grow,
  };
}
