/** What somebody reads of the chat: whom they have muted, and how far they have read at each table. */

import type { ChatLine, NewReport, Silences } from "../messages";
import { call, ensureMe, get, post } from "./api";

/** Who talks: the players among themselves, or the spectators among themselves. */
export type Channel = "players" | "watchers";
const channelOf = (line: Pick<ChatLine, "seat">): Channel => (line.seat >= 0 ? "players" : "watchers");

/** What is asked about a table: its chat, and which one it is. */
interface Talked {
  id: string;
  chat?: ChatLine[];
}

const KEY = "rondel-read";
/** Tables of which this browser remembers how far they were read. */
const MOST = 100;

function readMarks(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

class Talk {
  /** Our own id, and those whom we do not read; both are known a moment after the page opens. */
  me = $state("");
  muted = $state.raw<Silences["players"]>([]);
  #read = $state.raw(readMarks());
  #asked = false;
  #known = $state(false);

  /** Ask who we are and whom we have muted, once. */
  async load(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      this.me = (await ensureMe()).id;
      this.muted = (await get<Silences>("/api/me/muted")).players;
      this.#known = true;
    } catch {
      this.#asked = false; // at the next chance
    }
  }

  isMuted(player: string | undefined): boolean {
    return this.muted.some((other) => other.player === player);
  }

  async mute(player: string, on: boolean): Promise<void> {
    this.muted = (await call<Silences>(on ? "PUT" : "DELETE", `/api/me/muted/${player}`)).players;
  }

  report(wish: NewReport): Promise<unknown> {
    return post("/api/reports", wish);
  }

  /** The lines of a channel that we read. */
  lines(table: Talked, channel: Channel): ChatLine[] {
    return (table.chat ?? []).filter((line) => channelOf(line) === channel && !this.isMuted(line.player));
  }

  /** How many lines of others are new since we last looked: of one channel, or of both. */
  unread(table: Talked, channel?: Channel): number {
    if (!this.#known) return 0;
    const channels: Channel[] = channel ? [channel] : ["players", "watchers"];
    return channels
      .flatMap((one) => this.lines(table, one).filter((line) => line.seq > (this.#read[mark(table.id, one)] ?? 0)))
      .filter((line) => line.player !== this.me && !line.event).length;
  }

  /** Take note that everything there is in a channel was seen. */
  saw(table: Talked, channel: Channel): void {
    const last = this.lines(table, channel).at(-1)?.seq ?? 0;
    const key = mark(table.id, channel);
    if (last <= (this.#read[key] ?? 0)) return;
    const kept = Object.entries(this.#read).filter(([other]) => other !== key);
    this.#read = Object.fromEntries([...kept, [key, last] as const].slice(-MOST));
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#read));
    } catch {
      // a browser that keeps nothing shows the mark again
    }
  }
}

const mark = (table: string, channel: Channel): string => (channel === "players" ? table : `${table} w`);

export const talk = new Talk();
