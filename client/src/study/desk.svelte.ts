/** The analysis board in place of a connection: a tree of decisions, and the server's answers about any place in it. */

import type { Board, ClientMessage, LogLine, Placed, ServerMessage, StudyNode, StudyNote, Welcome } from "../messages";
import { Failed, post } from "../shared/api";
import type { Line, Wire } from "../shared/link";

/** A decision in the tree; the root has none. What is drawn on the board there is a place, or `one > other`. */
export interface Branch {
  parent: Branch | null;
  action: number;
  line: LogLine | null;
  comment: string;
  sign: string;
  shapes: string[];
  children: Branch[];
}

/** Positions that are kept, so that going back needs no answer. */
const KEPT = 300;

const branch = (parent: Branch | null, action = -1, line: LogLine | null = null): Branch => ({
  parent,
  action,
  line,
  comment: "",
  sign: "",
  shapes: [],
  children: [],
});

/** The decisions that lead to a place in the tree. */
export function pathTo(place: Branch): number[] {
  const found: number[] = [];
  for (let at = place; at.parent; at = at.parent) found.unshift(at.action);
  return found;
}

/** The tree as it travels: every decision after the one it follows, the main line first. */
function nodesOf(root: Branch): StudyNode[] {
  const found: StudyNode[] = [];
  const todo = root.children.map((child) => ({ child, parent: -1 })).reverse();
  while (todo.length) {
    const { child, parent } = todo.pop() as { child: Branch; parent: number };
    const node: StudyNode = { parent, action: child.action };
    if (child.comment) node.comment = child.comment;
    if (child.sign) node.sign = child.sign as NonNullable<StudyNode["sign"]>;
    if (child.shapes.length) node.shapes = child.shapes;
    found.push(node);
    const number = found.length - 1;
    todo.push(...child.children.map((next) => ({ child: next, parent: number })).reverse());
  }
  return found;
}

/** The study as it travels: its tree, and what is said of the first position. */
export function studyOf(root: Branch): { nodes: StudyNode[]; note: StudyNote } {
  return { nodes: nodesOf(root), note: { comment: root.comment, shapes: root.shapes } };
}

/** The number that a place has in the tree as it travels; -1 is the first position. */
export function numberOf(root: Branch, place: Branch): number {
  const found: Branch[] = [];
  const todo = [...root.children].reverse();
  while (todo.length) {
    const next = todo.pop() as Branch;
    found.push(next);
    todo.push(...[...next.children].reverse());
  }
  return found.indexOf(place);
}

function treeOf({ nodes, lines, note }: Board): Branch {
  const root = { ...branch(null), comment: note?.comment ?? "", shapes: note?.shapes ?? [] };
  const made: Branch[] = [];
  nodes.forEach((node, number) => {
    const parent = node.parent < 0 ? root : (made[node.parent] as Branch);
    const child = { ...branch(parent, node.action, lines[number] ?? null), comment: node.comment ?? "" };
    child.sign = node.sign ?? "";
    child.shapes = node.shapes ?? [];
    parent.children.push(child);
    made.push(child);
  });
  return root;
}

export class Desk implements Line {
  readonly root: Branch;
  /** Where we are. */
  at = $state.raw<Branch>(branch(null));
  /** Counts the changes of the tree, so that what shows it is drawn again. */
  changes = $state(0);
  /** What the last decision brought, chance and all. */
  added = $state.raw<LogLine[]>([]);
  trouble = $state("");

  #places = new Map<Branch, Welcome>();
  #count = 0;

  constructor(
    readonly board: Board,
    readonly hear: (message: ServerMessage) => void,
    wire: (state: Wire) => void,
  ) {
    this.root = treeOf(board);
    this.at = this.root;
    wire("open");
    void this.go(this.root);
  }

  close(): void {
    this.#places.clear();
  }

  async send(message: ClientMessage): Promise<ServerMessage> {
    try {
      return await this.#answer(message);
    } catch (error) {
      const { code, message: text, rule } = error instanceof Failed ? error : new Failed("server", "");
      return { type: "refused", code, message: text, rule };
    }
  }

  async #answer(message: ClientMessage): Promise<ServerMessage> {
    if (message.type === "play") await this.play(message.actions ?? []);
    else if (message.type === "undo") await this.go(this.#before(message.step ?? 0));
    else if (message.type === "refresh") await this.go(this.at);
    else if (["preview", "why", "pays", "look", "texts"].includes(message.type)) return this.#ask(message);
    return { type: "ack", seq: this.#count, rev: this.#count };
  }

  #ask(message: ClientMessage): Promise<ServerMessage> {
    return post<ServerMessage>("/api/analysis/ask", { start: this.board.start, actions: pathTo(this.at), message });
  }

  #before(step: number): Branch {
    let place = this.at;
    for (let back = pathTo(place).length - step; back > 0 && place.parent; back--) place = place.parent;
    return place;
  }

  /** Take decisions; those that are in the tree already are gone to, with what chance gave there. */
  async play(actions: number[]): Promise<void> {
    let known: Branch | undefined = this.at;
    for (const action of actions) known = known?.children.find((child) => child.action === action);
    while (known?.children[0]?.line?.seat === -1) known = known.children[0];
    if (known) await this.go(known);
    else await this.#place(this.at, actions);
  }

  /** Go to a place in the tree. */
  async go(place: Branch): Promise<void> {
    const kept = this.#places.get(place);
    if (!kept) return this.#place(place, []);
    this.added = place.line ? [place.line] : [];
    this.#show(place, kept);
  }

  async #place(from: Branch, add: number[]): Promise<void> {
    this.trouble = "";
    const before = pathTo(from);
    const placed = await post<Placed>("/api/analysis/play", { start: this.board.start, actions: before, add }).catch(
      (error: unknown) => {
        this.trouble = error instanceof Failed ? error.code : "server";
        throw error;
      },
    );
    let place = from;
    placed.actions.slice(before.length).forEach((action, number) => {
      let next = place.children.find((child) => child.action === action);
      if (!next) {
        next = branch(place, action, placed.added[number] ?? null);
        place.children.push(next);
        this.changes += 1;
      }
      place = next;
    });
    this.added = placed.added.length ? placed.added : place.line ? [place.line] : [];
    this.#show(place, placed.welcome);
  }

  #show(place: Branch, welcome: Welcome): void {
    this.#places.delete(place);
    this.#places.set(place, welcome);
    if (this.#places.size > KEPT) this.#places.delete(this.#places.keys().next().value as Branch);
    this.at = place;
    this.#count += 1;
    this.hear({ ...welcome, seq: this.#count, rev: this.#count });
  }

  // ---- the tree --------------------------------------------------------------------------------------------------

  /** Say something about a decision. */
  comment(place: Branch, text: string): void {
    place.comment = text;
    this.changes += 1;
  }

  mark(place: Branch, sign: string): void {
    place.sign = sign;
    this.changes += 1;
  }

  /** Draw a ring or an arrow, or take it away again. */
  draw(place: Branch, shape: string): void {
    const had = place.shapes.includes(shape);
    place.shapes = had ? place.shapes.filter((other) => other !== shape) : [...place.shapes, shape].slice(-40);
    this.changes += 1;
  }

  wipe(place: Branch): void {
    place.shapes = [];
    this.changes += 1;
  }

  /** Take a decision and all that follows out of the tree. */
  remove(place: Branch): void {
    if (!place.parent) return;
    place.parent.children = place.parent.children.filter((child) => child !== place);
    this.changes += 1;
    void this.go(place.parent);
  }

  /** Make the line that leads here the main one. */
  promote(place: Branch): void {
    for (let at = place; at.parent; at = at.parent) {
      const { parent } = at;
      parent.children = [at, ...parent.children.filter((child) => child !== at)];
    }
    this.changes += 1;
  }
}
