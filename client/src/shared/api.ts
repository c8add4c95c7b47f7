/** Calls to the server over HTTP. A refusal is thrown as a `Failed` with the server's code. */

import { usualBot } from "./defaults";
import type { Catalogue, Failure, Guest, Me } from "../messages";
import { worded } from "./names";
import { prefs } from "./prefs.svelte";
import { t } from "./words";

export class Failed extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rule = "",
  ) {
    super(message);
  }
}

/** Put the names of guests into the page's language. */
export const inWords = <T>(value: T): T => worded(value, (n) => t("guest", { n }));

/** The code of whatever was thrown. */
export const codeOf = (error: unknown): string => (error instanceof Failed ? error.code : "server");

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    const headers = body === undefined ? undefined : { "Content-Type": "application/json" };
    // on another website the page is nobody, no matter who looks at it: nothing there can be done in their name
    const credentials = location.pathname.startsWith("/embed/") ? "omit" : "same-origin";
    const text = body === undefined ? undefined : JSON.stringify(body);
    answer = await fetch(path, { method, headers, credentials, body: text });
  } catch {
    throw new Failed("offline", "");
  }
  if (answer.ok) return answer.status === 204 ? (null as T) : inWords((await answer.json()) as T);
  const failure = (await answer.json().catch(() => ({}))) as Partial<Failure>;
  throw new Failed(failure.code ?? "server", failure.message ?? "", failure.rule);
}

export const get = <T>(path: string): Promise<T> => call<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>("POST", path, body);

const kept = new Map<string, Promise<unknown>>();

/** Get what does not change while the page is open, once. */
export function getOnce<T>(path: string): Promise<T> {
  let found = kept.get(path);
  if (!found) {
    found = get<T>(path);
    found.catch(() => kept.delete(path));
    kept.set(path, found);
  }
  return found as Promise<T>;
}

export async function getText(path: string): Promise<string> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Failed("server", "");
  return answer.text();
}

/** Give the bot that sits down where nobody chose one. */
export const anyBot = async (): Promise<string> => usualBot((await getOnce<Catalogue>("/api/games")).bots);

/** Give who we are; without an identity we become a guest. A browser that was never here need not ask first. */
export async function ensureMe(): Promise<Me> {
  const me = await whoAmI();
  if (!prefs.kept.known) prefs.set("known", true);
  return me;
}

async function whoAmI(): Promise<Me> {
  if (!prefs.kept.known) return post<Me>("/api/guest", { name: prefs.kept.name } satisfies Guest);
  try {
    return await get<Me>("/api/me");
  } catch (error) {
    if (!(error instanceof Failed) || error.code !== "no_session") throw error;
    return post<Me>("/api/guest", { name: prefs.kept.name } satisfies Guest);
  }
}
