/** A game from its first step to its last, loaded in stretches and looked at step by step. */

import type { LogLine, Replay as Stretch, TableInfo, Turn } from "../messages";
import { get } from "./api";
import { applyPatch } from "./patch";
import { loadPrinted } from "./printed";

interface Frame<V> {
  view: V;
  turn: Turn | null;
  line: LogLine | null;
}

const STRETCH = 200;

export class Replay<V> {
  info = $state.raw<TableInfo | null>(null);
  frames = $state.raw<Frame<V>[]>([]);
  total = $state(0);
  at = $state(0);
  /** Points that win at this table, or 0. */
  target = $state(0);

  constructor(readonly id: string) {}

  get frame(): Frame<V> | undefined {
    return this.frames[Math.min(this.at, this.frames.length - 1)];
  }

  get lines(): LogLine[] {
    return this.frames.flatMap((frame) => (frame.line ? [frame.line] : []));
  }

  /** Load everything; what is there can be looked at meanwhile. */
  async load(at: number): Promise<void> {
    this.info = await get<TableInfo>(`/api/tables/${this.id}`);
    await loadPrinted(this.info.game);
    let next = 0;
    do {
      const stretch = await get<Stretch>(`/api/tables/${this.id}/replay?from=${next}&to=${next + STRETCH}`);
      this.total = stretch.total;
      this.target = stretch.target ?? 0;
      if (!next) this.at = at < 0 ? 0 : Math.min(at, stretch.total);
      this.#add(stretch);
      next = stretch.begin + stretch.updates.length;
      if (!stretch.updates.length) break;
    } while (next < this.total);
  }

  #add(stretch: Stretch): void {
    const frames = this.frames.length ? [...this.frames] : [{ view: stretch.view as V, turn: null, line: null }];
    let view = stretch.view as V;
    for (const update of stretch.updates) {
      view = applyPatch(view, update.patch);
      frames.push({ view, turn: update.turn, line: update.log?.at(-1) ?? null });
    }
    this.frames = frames;
  }

  go(step: number): void {
    this.at = Math.max(0, Math.min(step, this.total));
  }
}
