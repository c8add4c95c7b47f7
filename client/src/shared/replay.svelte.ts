/** A game from its first step to its last, loaded in stretches and looked at step by step. */

import type { Component } from "svelte";

import type { LogLine, Replay as Stretch, ReviewTurn, TableInfo, Turn } from "../messages";
import { get } from "./api";
import type { Player } from "./course";
import { applyPatch } from "./patch";
import { loadPrinted } from "./printed";
import type { Herald } from "./sentences";

interface Frame<V> {
  view: V;
  turn: Turn | null;
  line: LogLine | null;
}

/** What a page may put next to the board of a replay gets. */
export interface Beside {
  replay: Replay<unknown>;
  players: Player[];
  herald: Herald;
}

const STRETCH = 200;

export class Replay<V> {
  info = $state.raw<TableInfo | null>(null);
  frames = $state.raw<Frame<V>[]>([]);
  total = $state(0);
  at = $state(0);
  /** Points that win at this table, or 0. */
  target = $state(0);
  /** What the page puts next to the board: a review. */
  beside = $state.raw<Component<Beside> | null>(null);
  /** Another way to play a turn, while it is shown in place of the game, and how far it is shown. */
  other = $state.raw<Frame<V>[]>([]);
  otherAt = $state(0);
  /** A turn that somebody wants to play better. */
  retry = $state.raw<ReviewTurn | null>(null);

  constructor(readonly id: string) {}

  get frame(): Frame<V> | undefined {
    return this.other[this.otherAt] ?? this.frames[Math.min(this.at, this.frames.length - 1)];
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
    const [first, ...rest] = framesOf<V>(stretch);
    this.frames = this.frames.length ? [...this.frames, ...rest] : [first as Frame<V>, ...rest];
  }

  /** Show another way to play a turn in place of the game. */
  showOther(stretch: Stretch): void {
    this.other = framesOf<V>(stretch);
    this.otherAt = 0;
  }

  go(step: number): void {
    this.other = [];
    this.at = Math.max(0, Math.min(step, this.total));
  }
}

function framesOf<V>(stretch: Stretch): Frame<V>[] {
  let view = stretch.view as V;
  const frames: Frame<V>[] = [{ view, turn: null, line: null }];
  for (const update of stretch.updates) {
    view = applyPatch(view, update.patch);
    frames.push({ view, turn: update.turn, line: update.log?.at(-1) ?? null });
  }
  return frames;
}
