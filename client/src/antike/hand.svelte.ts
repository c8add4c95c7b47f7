/** What the player's hand does: what is chosen, what lies open, what would happen, and why something cannot be. */

import type { Change, Previewed } from "../messages";
import { actionFor, type Row } from "../shared/choices";
import { prefs } from "../shared/prefs.svelte";
import type { Table } from "../shared/table.svelte";
import { because, named, stockTitle, t } from "../shared/words";
import { asMove, describe, wedgeName, type Scene } from "./describe";
import { isIdle, yieldOf } from "./gains";
import { chartOf, GOODS } from "./lists";
import type { View } from "./view";

/** Decisions that end or refuse something: they are buttons, not places. */
const CLOSING = new Set(["done", "peace", "enter"]);
const PAUSE = 130;
/** Whoever decides quickly needs no yields, and the server wants no floods of questions. */
const REST = 160;
const rest = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time));

/** The typed move that a phase asks for, to ask why a place cannot be chosen. */
const TYPED: Record<string, string> = {
  temple: "temple",
  arming: "arm legion",
  founding: "found",
  conquest: "conquer",
};

export class Hand {
  selected = $state<number | null>(null);
  opened = $state.raw<Row[]>([]);
  openedAt = $state<number | null>(null);
  told = $state.raw<{ words: string; rule: string; good: boolean } | null>(null);
  sure = $state(false);
  yields = $state.raw<Record<number, string>>({});
  /** A decision that would end the turn and bring nothing: it is asked about once. */
  doubt = $state.raw<Row | null>(null);
  #vain = new Map<string, boolean>();
  #timer = 0;
  #asked = 0;

  constructor(
    readonly table: Table<View>,
    readonly scene: () => Scene | null,
  ) {}

  rows = $derived.by((): Row[] => {
    return this.table.mine ? this.table.rows.map(asMove) : [];
  });

  /** Regions that can be clicked, with what a click there stands for. */
  targets = $derived.by((): Map<number, Row[]> => {
    const found = new Map<number, Row[]>();
    const add = (region: number | undefined, row: Row): void => {
      if (region !== undefined) found.set(region, [...(found.get(region) ?? []), row]);
    };
    for (const row of this.rows) {
      if (row.kind !== "move") add(row.region, row);
      else if (this.selected === null) add(row.from, row);
      else if (row.from === this.selected) add(row.to, row);
    }
    return found;
  });

  get closing(): Row[] {
    return this.rows.filter((row) => CLOSING.has(row.kind));
  }

  /** What stands in the bar: the open choice, else everything that is not a closing button. */
  get listed(): Row[] {
    if (this.opened.length) return this.opened;
    if (this.selected !== null) return this.rows.filter((row) => row.kind === "move" && row.from === this.selected);
    return this.rows.filter((row) => !CLOSING.has(row.kind) && row.kind !== "move");
  }

  /** Regions whose units can move, for the bar. */
  get origins(): number[] {
    if (this.selected !== null || this.opened.length) return [];
    return [...new Set(this.rows.flatMap((row) => (row.kind === "move" && row.from !== undefined ? [row.from] : [])))];
  }

  clear(): void {
    this.selected = null;
    this.opened = [];
    this.openedAt = null;
    this.told = null;
    this.sure = false;
    this.doubt = null;
    clearTimeout(this.#timer);
  }

  /** Play a row, or ask first how many. */
  choose(row: Row): void {
    if ((row.most ?? 0) > (row.count ?? 0)) {
      this.opened = [row];
      this.openedAt = row.to ?? row.region ?? null;
    } else this.play(row, row.count ?? 1);
  }

  play(row: Row, count = 1): void {
    if (row.kind === "done" && prefs.kept.confirm && !this.sure) {
      this.sure = true;
      return;
    }
    if (this.doubt?.action !== row.action && this.#choosesWedge(row)) void this.#weigh(row);
    else this.#play(row.count === undefined ? row.action : actionFor(row, count));
  }

  #play(action: number): void {
    this.clear();
    void this.table.play([action]);
  }

  /** Whether a row goes to a wedge, at once or by paying for it. */
  #choosesWedge(row: Row): boolean {
    return (
      !this.table.guided &&
      (row.kind === "wedge" || (row.kind === "pay" && this.table.turn?.purchase?.kind === "wedge"))
    );
  }

  /** Go to a wedge if it brings something or leaves something to decide; else ask first. */
  async #weigh(row: Row): Promise<void> {
    const { rev } = this.table;
    if (this.table.wire !== "open") return this.#play(row.action); // the table says why not
    const known = this.#vain.get(`${rev} ${row.action}`);
    const answer = known === undefined ? await this.table.send({ type: "preview", action: row.action }) : null;
    if (this.table.rev !== rev) return;
    if (known ?? (answer?.type === "previewed" && this.#endsIdle(answer))) {
      this.clear();
      this.doubt = row;
    } else this.#play(row.action);
  }

  /** Whether a wedge is known to bring nothing now. */
  isVain(row: Row): boolean {
    return this.yields[row.wedge ?? -1] === "0";
  }

  #endsIdle(answer: Previewed): boolean {
    return this.table.view !== null && isIdle(answer, this.table.view, this.table.turn?.turn_of ?? -1);
  }

  /** Click a region: act if it can mean one thing, else show what it can mean. */
  click(region: number): void {
    const rows = this.targets.get(region) ?? [];
    if (region === this.selected || !rows.length) {
      const before = this.selected;
      this.clear();
      if (!rows.length || before === region) return;
    }
    const here = rows.filter((row) => row.kind !== "move" || this.selected !== null);
    const leaving = rows.length > here.length;
    if (leaving) this.selected = region;
    if (here.length === 1 && !leaving && here[0]) this.choose(here[0]);
    else {
      this.opened = here;
      this.openedAt = here.length ? region : null;
    }
    if (this.openedAt === null && here.length) this.openedAt = region;
  }

  select(region: number): void {
    this.clear();
    this.selected = region;
  }

  wedge(place: number): void {
    const row = this.rows.find((entry) => entry.kind === "wedge" && entry.wedge === place);
    if (row) this.play(row);
  }

  learn(place: number): void {
    const row = this.rows.find((entry) => entry.kind === "learn" && entry.knowhow === place);
    if (row) this.play(row);
  }

  // ---- before a click ------------------------------------------------------------------------------------------

  leave(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.told = null;
  }

  /** Show what a row would bring. */
  preview(row: Row): void {
    this.#soon(async () => {
      const answer = await this.table.send({ type: "preview", action: row.action });
      if (answer.type !== "previewed") return null;
      const changes = this.#changes(answer.patch);
      const words = `${this.#words(row)} — ${changes ? t("after", { changes }) : t("after.none")} ${this.#next(answer)}`;
      return { words, rule: "", good: true };
    });
  }

  #next({ patch, turn }: Previewed): string {
    if (turn.to_act >= 0 && turn.turn_of !== this.table.turn?.turn_of) return t("after.over");
    const phase = String(this.#phase(patch));
    return t("after.next", { what: phase === "answer" ? t("after.answer") : named("prompt", phase) });
  }

  #words(row: Row): string {
    const scene = this.scene();
    return scene ? describe(row, scene) : row.kind;
  }

  #phase(patch: Change[]): unknown {
    const change = patch.find(([keys]) => keys[0] === "phase");
    return change?.[1] ?? this.table.view?.phase ?? "";
  }

  /** Say what changes in the own stocks, as `iron 1 → 3`. */
  #changes(patch: Change[]): string {
    const view = this.table.view;
    const me = view?.to_act ?? "";
    const found: string[] = [];
    for (const [keys, value] of patch) {
      if (keys[0] !== "nations" || keys[1] !== me || keys.length !== 3) continue;
      const key = keys[2] ?? "";
      if ((GOODS as readonly string[]).includes(key)) {
        found.push(`${stockTitle(key)} ${String(view?.nations[me]?.[key as "gold"] ?? 0)} → ${String(value)}`);
      } else if (key === "points") found.push(`${t("panel.points")} ${String(value)}`);
    }
    return found.join(", ");
  }

  /** Work out what each wedge would yield, for the rondel. */
  async loadYields(): Promise<void> {
    this.yields = {};
    this.#vain.clear();
    const rev = this.table.rev;
    await rest(REST);
    for (const row of this.rows.filter((entry) => entry.kind === "wedge")) {
      if (this.table.rev !== rev) return;
      const answer = await this.table.send({ type: "preview", action: row.action });
      if (answer.type !== "previewed" || this.table.rev !== rev) return;
      await rest(REST / 4);
      const vain = this.#endsIdle(answer);
      this.#vain.set(`${rev} ${row.action}`, vain);
      const gain = vain || !this.table.view ? "0" : yieldOf(answer.patch, this.table.view);
      if (gain) this.yields = { ...this.yields, [row.wedge ?? 0]: gain };
    }
  }

  whyRegion(region: number): void {
    const name = this.scene()?.board.regions[region]?.name ?? "";
    const from = this.selected === null ? "" : (this.scene()?.board.regions[this.selected]?.name ?? "");
    const unit = this.rows.find((row) => row.kind === "move" && row.from === this.selected)?.unit ?? "legion";
    const phase = this.table.view?.phase ?? "";
    if (from) this.#why(`move 1 ${unit} ${from} ${name}`);
    else if (TYPED[phase]) this.#why(`${TYPED[phase]} ${name}`);
  }

  /** Say something about a thing that is pointed at. */
  say(words: string): void {
    this.#soon(() => Promise.resolve({ words, rule: "", good: true }));
  }

  whyWedge(place: number): void {
    if (this.table.view?.phase === "rondel") this.#why(`rondel ${wedgeName(this.table.view.game, place)}`);
  }

  whyKnowhow(place: number): void {
    if (this.table.view?.phase === "know-how")
      this.#why(`learn ${chartOf(this.table.view?.game ?? "")[place]?.name ?? ""}`);
  }

  #why(move: string): void {
    if (!this.table.mine) return;
    this.#soon(async () => {
      const answer = await this.table.send({ type: "why", move });
      if (answer.type !== "reason" || answer.legal) return null;
      return { words: because(answer.code ?? "", answer.message ?? ""), rule: answer.rule ?? "", good: false };
    });
  }

  #soon(ask: () => Promise<{ words: string; rule: string; good: boolean } | null>): void {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    this.#timer = window.setTimeout(() => {
      void ask().then((told) => {
        if (asked === this.#asked) this.told = told;
      });
    }, PAUSE);
  }
}
