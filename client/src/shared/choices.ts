/** Legal decisions as the page uses them: one object for each row of the server's tables. */

import type { Group } from "../messages";

export interface Row {
  kind: string;
  action: number;
  region?: number;
  from?: number;
  to?: number;
  unit?: string;
  used?: number;
  count?: number;
  most?: number;
  price?: string;
  wedge?: number;
  knowhow?: number;
  nation?: number;
  pairs?: number;
  text?: string;
  [part: string]: string | number | undefined;
}

export function expand(groups: Group[] | undefined): Row[] {
  const rows: Row[] = [];
  for (const group of groups ?? []) {
    const times = group.times ?? { fields: [], rows: [[]] };
    for (const cells of group.rows) {
      times.rows.forEach((more, offset) => rows.push(rowOf(group, [...cells, ...more], times.fields, offset)));
    }
  }
  return rows;
}

/** One row: the fields of both tables, the action number of the pair, and `{place}` in its text filled in. */
function rowOf(group: Group, cells: (string | number)[], more: string[], offset: number): Row {
  const row: Record<string, string | number> = { ...group.same };
  [...group.fields, ...more].forEach((field, place) => (row[field] = cells[place] ?? ""));
  const found = { ...row, kind: group.kind, action: Number(row.action) + offset } as Row;
  if (found.text && row.place) found.text = found.text.replace("{place}", String(row.place));
  return found;
}

/** The number to play for `n` units of a row. */
export const actionFor = (row: Row, n: number): number => row.action + n - (row.count ?? n);

/** The region where a row is shown; a move begins where its units stand. */
export const placeOf = (row: Row): number | undefined => (row.kind === "move" ? row.from : row.region);

const PLAIN = new Set(["done", "peace", "enter"]);
const OUTSIDE = new Set(["kind", "action", "price"]);

/** Whether a row says nothing but its kind, and is not one that needs no more. */
export const isBare = (row: Row): boolean => !PLAIN.has(row.kind) && Object.keys(row).every((key) => OUTSIDE.has(key));

/** Wedges as they lie ahead of a stone, the near and free ones first; what is no wedge comes after them. */
export function fromStone(rows: Row[], stone: number, wedges: number): Row[] {
  if (stone < 0) return rows;
  const way = (row: Row): number => (row.kind === "wedge" ? ((row.wedge ?? 0) - stone - 1 + wedges) % wedges : wedges);
  return [...rows].sort((a, b) => way(a) - way(b));
}
