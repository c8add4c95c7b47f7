/** What the player's hand does: what is chosen, what lies open, what would happen, and why something cannot be. */

import type { Change, Previewed } from "../messages";
import type { Row } from "../shared/choices";
import { prefs } from "../shared/prefs.svelte";
import type { Table } from "../shared/table.svelte";
import { because, named, stockTitle, t } from "../shared/words";
import { describe, type Scene } from "./describe";
import { chartOf, GOODS } from "./lists";
import {
  asMove,
  closingOf,
  glanceOf,
  isClosing,
  isNear,
  isPlain,
  laterOf,
  onwardOf,
  sequenceOf,
  targetsOf,
  type Later,
} from "./plays";
import type { View } from "./view";

const PAUSE = 130;
/** On the way to the map the mouse passes over other wedges: the one that is looked at stays. */
const LINGER = 320;

interface Told {
  words: string;
  rule: string;
  good: boolean;
}

/** What is to be known about a region; why nothing can be chosen there comes first. */
export interface Card {
  region: number;
  facts: Record<string, string | number>[];
}

export class Hand {
  selected = $state<number | null>(null);
  opened = $state.raw<Row[]>([]);
  openedAt = $state<number | null>(null);
  told = $state.raw<Told | null>(null);
  /** The region whose card is open, and what the server tells about it. */
  card = $state.raw<Card | null>(null);
  sure = $state("");
  /** A wedge that would end the turn and bring nothing: it is asked about once. */
  doubt = $state.raw<Row | null>(null);
  /** Whether the next purchase asks how it is paid. */
  otherwise = $state(false);
  /** The wedge that was pointed at last, and what could be chosen after it. */
  glance = $derived.by(() => (this.#seen?.rev === this.table.rev ? this.#seen : null));
  #seen = $state.raw<(Later & { wedge: number; rev: number }) | null>(null);
  /** The units that a click elsewhere sends there: those pointed at last, or that moved last and can go on. */
  onward = $state<number | null>(null);
  #went = { region: -1, step: 0 };
  #timer = 0;
  #holding = 0;
  #asked = 0;

  constructor(
    readonly table: Table<View>,
    readonly scene: () => Scene | null,
  ) {}

  rows = $derived.by((): Row[] => {
    return this.table.mine ? this.table.rows.map(asMove) : [];
  });

  /** What can be chosen in later steps of the turn. */
  later = $derived.by((): Later[] => {
    if (this.glance) return [this.glance];
    return this.table.mine ? laterOf(this.table.ahead) : [];
  });

  /** Regions that can be clicked, with what a click there stands for. */
  targets = $derived.by((): Map<number, Row[]> => targetsOf([...this.rows, ...this.#ahead], this.selected));

  /** Regions whose units can move, or that have a choice of this step: they are ringed. */
  ringed = $derived.by((): Set<number> => {
    const rows = this.selected === null ? [...this.rows, ...(this.glance?.rows ?? [])] : [];
    const own = rows.map((row) => (row.kind === "move" ? row.from : row.region));
    return this.selected === null
      ? new Set(own.filter((region) => region !== undefined))
      : new Set(this.targets.keys());
  });

  /** What each wedge would bring, as `+2`; `0` if it brings nothing. */
  yields = $derived.by((): Record<number, string> => {
    const gain = (row: Row): string => (row.idle ? "0" : row.gain ? `+${parseInt(row.gain)}` : "");
    const wedges = this.rows.filter((row) => row.kind === "wedge");
    return Object.fromEntries(wedges.map((row) => [row.wedge ?? -1, gain(row)]));
  });

  get #ahead(): Row[] {
    return this.later.flatMap((step) => step.rows.filter((row) => !isClosing(row)));
  }

  get closing(): Row[] {
    return closingOf(this.rows, this.glance ? [] : this.later);
  }

  /** Whether each payment is asked for. */
  get asks(): boolean {
    return prefs.kept.askPay || this.otherwise || this.table.guided;
  }

  /** Whether something on offer could be paid in another way than the usual one. */
  get payable(): boolean {
    return !prefs.kept.askPay && !this.table.guided && this.rows.some((row) => row.then !== undefined);
  }

  /** What stands in the bar: the open choice, else everything that is not a closing button. */
  get listed(): Row[] {
    if (this.opened.length) return this.opened;
    if (this.selected !== null) return this.#moves.filter((row) => row.from === this.selected);
    return [...this.rows, ...this.#ahead].filter((row) => !isClosing(row) && row.kind !== "move");
  }

  /** The decisions that a row stands for. */
  plays(row: Row, count = row.count ?? 1): number[] {
    return sequenceOf(row, count, this.later, this.asks);
  }

  get #moves(): Row[] {
    return [...this.rows, ...this.#ahead].filter((row) => row.kind === "move");
  }

  #onwardTo(region: number): Row | undefined {
    return this.selected === null ? onwardOf(this.#moves, this.onward, region) : undefined;
  }

  /** Hold units in mind that are pointed at: the next click says where they go. */
  hold(region: number): void {
    clearTimeout(this.#holding);
    if (this.selected === null && this.#moves.some((row) => row.from === region))
      this.#holding = window.setTimeout(() => (this.onward = region), PAUSE);
  }

  /** The decisions that a click on a region plays at once, if it does. */
  playsAt(region: number): number[] {
    const on = this.#onwardTo(region);
    if (on) return this.plays(on);
    const rows = this.targets.get(region) ?? [];
    const [row] = rows;
    const comes = row?.kind !== "move" || row.to === region;
    return rows.length === 1 && row && comes && isPlain(row) ? this.plays(row) : [];
  }

  /** Regions whose units can move, for the bar; those of a wedge that is only pointed at come last there. */
  origins(glance: boolean): number[] {
    if (this.selected !== null || this.opened.length) return [];
    const rows = glance ? (this.glance?.rows ?? []) : this.rows;
    return [...new Set(rows.flatMap((row) => (row.kind === "move" && row.from !== undefined ? [row.from] : [])))];
  }

  /** Begin a new decision. */
  renew(): void {
    this.clear();
    this.#seen = null;
    this.otherwise = false;
    const { region, step } = this.#went;
    const goesOn = this.table.step > step && this.rows.some((row) => row.kind === "move" && row.from === region);
    this.onward = goesOn ? region : null;
  }

  clear(): void {
    this.selected = null;
    this.opened = [];
    this.openedAt = null;
    this.told = null;
    this.card = null;
    this.sure = "";
    this.doubt = null;
    this.onward = null;
    clearTimeout(this.#holding);
    clearTimeout(this.#timer);
  }

  /** Play a row, or ask first how many. */
  choose(row: Row): void {
    if ((row.most ?? 0) > (row.count ?? 0)) {
      this.opened = [row];
      this.openedAt = row.to ?? row.region ?? null;
    } else this.play(row, row.count ?? 1);
  }

  play(row: Row, count = row.count ?? 1): void {
    if (["done", "end"].includes(row.kind) && prefs.kept.confirm && this.sure !== row.kind) this.sure = row.kind;
    else if (row.idle && this.doubt?.action !== row.action && !this.table.guided) {
      this.clear();
      this.doubt = row;
    } else {
      const actions = this.plays(row, count);
      this.#went = { region: row.kind === "move" ? (row.to ?? -1) : -1, step: this.table.step };
      this.clear();
      void this.table.play(actions);
    }
  }

  /** Click a region: act if it can mean one thing, else show what it can mean. */
  click(region: number): void {
    const rows = this.targets.get(region) ?? [];
    if (!rows.length) return void this.look(region);
    if (region === this.selected) return this.clear();
    const on = this.#onwardTo(region);
    if (on) return this.choose(on);
    const leaving = this.selected === null && rows.some((row) => row.kind === "move" && row.from === region);
    // a click on units means that they are to move: what could come here is listed only where nothing stands
    const here = rows.filter((row) => row.kind !== "move" || (!leaving && row.to === region));
    if (leaving) this.selected = region;
    if (here.length === 1 && !leaving && here[0] && isNear(here[0])) return this.choose(here[0]);
    this.opened = here;
    this.openedAt = here.length ? region : null;
  }

  select(region: number): void {
    this.clear();
    this.selected = region;
  }

  wedge(place: number): void {
    const row = this.rows.find((entry) => entry.kind === "wedge" && entry.wedge === place);
    if (row) this.play(row);
    else void this.whyWedge(place);
  }

  learn(place: number): void {
    const row = [...this.rows, ...this.#ahead].find((entry) => entry.kind === "learn" && entry.knowhow === place);
    if (row) this.play(row);
    else this.whyKnowhow(place);
  }

  // ---- before a click ------------------------------------------------------------------------------------------

  leave(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#holding);
    this.#asked += 1;
    this.told = null;
  }

  /** Show what a row would bring. */
  preview(row: Row, count = row.count ?? 1): void {
    const wedge = row.kind === "wedge";
    const pause = wedge && this.glance && this.glance.wedge !== row.wedge ? LINGER : PAUSE;
    this.#soon(async () => {
      const asked = this.#asked;
      const [action = 0, ...then] = this.plays(row, count);
      const answer = await this.table.send({ type: "preview", action, then });
      if (answer.type !== "previewed") return null;
      if (wedge && asked === this.#asked) this.#keep(row, [action, ...then], answer);
      const changes = this.#changes(answer.patch);
      const words = `${this.#words(row)} — ${changes ? t("after", { changes }) : t("after.none")} ${this.#next(answer)}`;
      return { words, rule: "", good: true };
    }, pause);
  }

  /** Keep in sight what a wedge would open: a click on it goes there and does it. */
  #keep(row: Row, lead: number[], { choices, turn }: Previewed): void {
    const now = this.table.turn;
    const goesOn = turn.to_act === now?.to_act && turn.turn_of === now.turn_of;
    const asked = this.asks && row.then !== undefined;
    if (!this.table.mine || this.table.guided || this.opened.length || this.selected !== null) return;
    const found = goesOn && !asked ? glanceOf(lead, choices ?? [], this.rows) : null;
    this.#seen = found?.rows.length ? { ...found, wedge: row.wedge ?? -1, rev: this.table.rev } : null;
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

  /** Show all about a region, and why nothing can be chosen there. */
  async look(region: number): Promise<void> {
    const from = this.selected === null || this.selected === region ? "" : ` from ${this.selected}`;
    const facts = await this.#facts(`region ${region}${from}`);
    this.opened = [];
    this.card = facts && { region, facts };
  }

  async #facts(place: string): Promise<Card["facts"] | null> {
    const asked = ++this.#asked;
    const answer = await this.table.send({ type: "look", place });
    return answer.type === "looked" && asked === this.#asked ? answer.facts : null;
  }

  /** Say why, as the server tells it. */
  static why(facts: Card["facts"]): Told | null {
    const [why] = facts.filter((fact) => fact.kind === "why");
    return why ? { words: because(String(why.code), String(why.message)), rule: String(why.rule), good: false } : null;
  }

  /** Say something about a thing that is pointed at. */
  say(words: string): void {
    this.#soon(() => Promise.resolve({ words, rule: "", good: true }));
  }

  /** Say why a wedge cannot be chosen; at once if it was clicked. */
  async whyWedge(place: number): Promise<void> {
    clearTimeout(this.#timer);
    const facts = await this.#facts(`wedge ${place}`);
    if (facts) this.told = Hand.why(facts) ?? this.#notMine();
  }

  /** Whoever is not asked cannot choose anything. */
  #notMine(): Told | null {
    const who = this.table.view?.to_act ?? "";
    return this.table.mine || !who
      ? null
      : { words: t("why.notYours", { nation: named("nation", who) }), rule: "", good: false };
  }

  whyKnowhow(place: number): void {
    if (!this.table.mine) this.told = this.#notMine();
    else this.#why(`learn ${chartOf(this.table.view?.game ?? "")[place]?.name ?? ""}`);
  }

  #why(move: string): void {
    if (!this.table.mine) return;
    this.#soon(async () => {
      const answer = await this.table.send({ type: "why", move });
      if (answer.type !== "reason" || answer.legal) return null;
      return { words: because(answer.code ?? "", answer.message ?? ""), rule: answer.rule ?? "", good: false };
    });
  }

  #soon(ask: () => Promise<{ words: string; rule: string; good: boolean } | null>, pause = PAUSE): void {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    this.#timer = window.setTimeout(() => {
      void ask().then((told) => {
        if (asked === this.#asked) this.told = told;
      });
    }, pause);
  }
}
