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
  /** What will go, in how many ways it can be paid, and what is played after it to pay. */
  pays?: string;
  ways?: number;
  then?: number;
  /** What it brings at once, and whether it ends the turn and brings nothing. */
  gain?: string;
  idle?: number;
  /** The step of the turn that it belongs to, where that is a later one, counted from 1. */
  step?: number;
  /** Whether it follows a wedge that is only pointed at. */
  glance?: number;
  wedge?: number;
  knowhow?: number;
  nation?: number;
  pairs?: number;
  place?: string;
  building?: string;
  pile?: string;
  terrain?: string;
  turns?: number;
  /** Only of games that cannot take their decisions apart: to be shown as it is, never to be read. */
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

/** One row: the fields of both tables, and the action number of the pair. */
function rowOf(group: Group, cells: (string | number)[], more: string[], offset: number): Row {
  const row: Record<string, string | number> = { ...group.same };
  [...group.fields, ...more].forEach((field, place) => (row[field] = cells[place] ?? ""));
  return { ...row, kind: group.kind, action: Number(row.action) + offset };
}

/** The number to play for `n` units of a row. */
export const actionFor = (row: Row, n: number): number => row.action + n - (row.count ?? n);

/** The row that an action is of, with its number of units. */
export function rowFor(rows: Row[], action: number): Row | undefined {
  const row = rows.find((each) => {
    const more = (each.most ?? 0) - (each.count ?? 0);
    return each.action <= action && action <= each.action + Math.max(more, 0);
  });
  if (row?.count === undefined) return row;
  return { ...row, action, count: row.count + action - row.action };
}

/** Wedges as they lie ahead of a stone, the near and free ones first; what is no wedge comes after them. */
export function fromStone(rows: Row[], stone: number, wedges: number): Row[] {
  if (stone < 0) return rows;
  const way = (row: Row): number => (row.kind === "wedge" ? ((row.wedge ?? 0) - stone - 1 + wedges) % wedges : wedges);
  return [...rows].sort((a, b) => way(a) - way(b));
}
