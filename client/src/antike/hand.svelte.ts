/** What the player's hand does: what is chosen, what lies open, what would happen, and why something cannot be. */

import type { Change, Previewed } from "../messages";
import type { Row } from "../shared/choices";
import { prefs } from "../shared/prefs.svelte";
import type { Table } from "../shared/table.svelte";
import { because, named, stockTitle, t } from "../shared/words";
import { describe, type Scene } from "./describe";
import { chartOf, GOODS } from "./lists";
import { asMove, closingOf, isClosing, isPlain, laterOf, sequenceOf, targetsOf } from "./plays";
import type { View } from "./view";

const PAUSE = 130;

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
  #timer = 0;
  #asked = 0;

  constructor(
    readonly table: Table<View>,
    readonly scene: () => Scene | null,
  ) {}

  rows = $derived.by((): Row[] => {
    return this.table.mine ? this.table.rows.map(asMove) : [];
  });

  /** What can be chosen in later steps of the turn. */
  later = $derived.by(() => (this.table.mine ? laterOf(this.table.ahead) : []));

  /** Regions that can be clicked, with what a click there stands for. */
  targets = $derived.by((): Map<number, Row[]> => targetsOf([...this.rows, ...this.#ahead], this.selected));

  /** Regions whose units can move, or that have a choice of this step: they are ringed. */
  ringed = $derived.by((): Set<number> => {
    const rows = this.selected === null ? this.rows : [];
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
    return closingOf(this.rows, this.later);
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
    if (this.selected !== null) return this.rows.filter((row) => row.kind === "move" && row.from === this.selected);
    return [...this.rows.filter((row) => !isClosing(row) && row.kind !== "move"), ...this.#ahead];
  }

  /** The decisions that a row stands for. */
  plays(row: Row, count = row.count ?? 1): number[] {
    return sequenceOf(row, count, this.later, this.asks);
  }

  /** The decisions that a click on a region plays at once, if it does. */
  playsAt(region: number): number[] {
    const rows = this.targets.get(region) ?? [];
    const [row] = rows;
    const comes = row?.kind !== "move" || row.to === region;
    return rows.length === 1 && row && comes && isPlain(row) ? this.plays(row) : [];
  }

  /** Regions whose units can move, for the bar. */
  get origins(): number[] {
    if (this.selected !== null || this.opened.length) return [];
    return [...new Set(this.rows.flatMap((row) => (row.kind === "move" && row.from !== undefined ? [row.from] : [])))];
  }

  /** Begin a new decision. */
  renew(): void {
    this.clear();
    this.otherwise = false;
  }

  clear(): void {
    this.selected = null;
    this.opened = [];
    this.openedAt = null;
    this.told = null;
    this.card = null;
    this.sure = "";
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

  play(row: Row, count = row.count ?? 1): void {
    if (["done", "end"].includes(row.kind) && prefs.kept.confirm && this.sure !== row.kind) this.sure = row.kind;
    else if (row.idle && this.doubt?.action !== row.action && !this.table.guided) {
      this.clear();
      this.doubt = row;
    } else {
      const actions = this.plays(row, count);
      this.clear();
      void this.table.play(actions);
    }
  }

  /** Click a region: act if it can mean one thing, else show what it can mean. */
  click(region: number): void {
    const rows = this.targets.get(region) ?? [];
    if (!rows.length) return void this.look(region);
    if (region === this.selected) return this.clear();
    const leaving = this.selected === null && rows.some((row) => row.kind === "move" && row.from === region);
    // whoever clicks units wants to move them: what could come here is listed only where nothing stands
    const here = rows.filter((row) => row.kind !== "move" || (!leaving && row.to === region));
    if (leaving) this.selected = region;
    if (here.length === 1 && !leaving && here[0] && !here[0].step) return this.choose(here[0]);
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
    const row = this.rows.find((entry) => entry.kind === "learn" && entry.knowhow === place);
    if (row) this.play(row);
    else this.whyKnowhow(place);
  }

  // ---- before a click ------------------------------------------------------------------------------------------

  leave(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.told = null;
  }

  /** Show what a row would bring. */
  preview(row: Row, count = row.count ?? 1): void {
    this.#soon(async () => {
      const [action = 0, ...then] = this.plays(row, count);
      const answer = await this.table.send({ type: "preview", action, then });
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
