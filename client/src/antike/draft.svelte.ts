/** Purchases put together before they are made: the server says after each what could still be added. */

import type { Previewed } from "../messages";
import { expand, type Row } from "../shared/choices";
import type { Table } from "../shared/table.svelte";
import { sequenceOf } from "./plays";
import type { View } from "./view";

/** What can be put together: several of it are bought in one step of a turn. */
const BOUGHT = new Set(["arm", "free", "lead", "temple", "architect", "rampart", "learn", "recruit"]);
export const isBought = (row: Row): boolean => BOUGHT.has(row.kind) && !row.step;

/** The same thing at the same place, whatever it would be paid with. */
const nameOf = (row: Row): string => [row.kind, row.unit, row.region, row.knowhow].join();

/** One line: a thing to buy, how many are put together, and whether one more can be. */
interface Line {
  row: Row;
  count: number;
  more: Row | undefined;
}

export class Draft {
  items = $state.raw<Row[]>([]);
  /** What could be decided after the items. */
  #next = $state.raw<Row[]>([]);
  /** Whether the step of the turn would still be open after them. */
  #open = true;
  readonly #first: Row[];

  constructor(
    readonly table: Table<View>,
    rows: Row[],
  ) {
    this.#first = rows.filter(isBought);
    this.#next = rows;
  }

  get lines(): Line[] {
    const named = new Map([...this.#first, ...this.#next.filter(isBought)].map((row) => [nameOf(row), row]));
    return [...named].map(([name, row]) => ({
      row,
      count: this.items.filter((item) => nameOf(item) === name).length,
      more: this.#next.find((entry) => nameOf(entry) === name),
    }));
  }

  /** What all of it costs, as the server writes prices. */
  get cost(): string {
    const sum = new Map<string, number>();
    for (const [, count = "", good = ""] of this.items.flatMap((item) => [
      ...(item.pays ?? "").matchAll(/(\d+) ([a-z]+)/g),
    ]))
      sum.set(good, (sum.get(good) ?? 0) + Number(count));
    return [...sum].map(([good, count]) => `${count} ${good}`).join(" ");
  }

  get #plays(): number[] {
    return this.items.flatMap((item) => sequenceOf(item, 1, [], false));
  }

  add(row: Row): Promise<void> {
    return this.#try([...this.items, row]);
  }

  remove(row: Row): Promise<void> {
    const last = this.items.findLastIndex((item) => nameOf(item) === nameOf(row));
    return this.#try(this.items.filter((_, place) => place !== last));
  }

  /** Everything that is put together, and the end of the step. */
  whole(): number[] {
    const done = this.#open ? this.#next.find((row) => row.kind === "done") : undefined;
    return [...this.#plays, ...(done ? [done.action] : [])];
  }

  /** Put items together if they can be played in this order; what no longer can is left out. */
  async #try(items: Row[]): Promise<void> {
    const before = this.table.rows;
    this.items = items;
    const [action, ...then] = this.#plays;
    if (action === undefined) {
      this.#next = before;
      this.#open = true;
      return;
    }
    const answer = await this.table.send({ type: "preview", action, then });
    if (answer.type === "previewed") this.#take(answer);
    else await this.#try(items.slice(0, -1));
  }

  #take({ choices, patch }: Previewed): void {
    this.#next = expand(choices);
    this.#open = !patch.some(([keys]) => keys[0] === "phase" || keys[0] === "turn");
  }
}
