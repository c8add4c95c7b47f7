/** What the page of administrators shares: asking before something is done, doing it, and saying what came of it. */

import type { Acted, AuditLine, UserLine } from "../messages";
import { Failed, post } from "../shared/api";
import { prefs } from "../shared/prefs.svelte";
import { failure, named, t, type Key } from "../shared/words";

/** Something that is about to be done, once it was confirmed. */
export interface Plan {
  /** The word for it: `ban`, `close` … */
  act: string;
  /** Whom or what it is about, in words. */
  name: string;
  path: string;
  body?: Record<string, unknown>;
  /** Whether it can be for a time. */
  timed?: boolean;
}

/** What holds until here holds for good: as large a number as the page can count. */
const FOREVER = Number.MAX_SAFE_INTEGER;

class Desk {
  plan = $state.raw<Plan | null>(null);
  /** What came of the last act, or why it was refused. */
  said = $state("");
  wrong = $state("");
  link = $state("");
  /** Counts what was done, so that lists are read again. */
  done = $state(0);

  ask(plan: Plan): void {
    this.said = this.wrong = this.link = "";
    this.plan = plan;
  }

  async carryOut(why: string, until: number): Promise<void> {
    const plan = this.plan;
    if (!plan) return;
    this.plan = null;
    try {
      const acted = await post<Acted>(plan.path, { ...plan.body, why, ...(plan.timed ? { until } : {}) });
      this.said = acted.link ? t("admin.link", { when: moment(acted.expires ?? 0) }) : t("admin.done");
      this.link = acted.link ?? "";
      this.done++;
    } catch (error) {
      this.wrong = error instanceof Failed ? failure(error.code, error.message) : t("err.server");
    }
  }
}

export const desk = new Desk();

/** A moment in the language of the page. */
export const moment = (at: number): string =>
  new Intl.DateTimeFormat(prefs.kept.lang, { dateStyle: "medium", timeStyle: "short" }).format(at);

export const untilText = (until: number): string =>
  until >= FOREVER ? t("admin.until.good") : t("admin.until", { when: moment(until) });

/** What was decided about a player, in words. */
export function statesOf(user: UserLine): string[] {
  const now = Date.now();
  const states = [t(user.admin ? "admin.kind.admin" : user.guest ? "admin.kind.guest" : "admin.kind.account")];
  if ((user.banned ?? 0) > now) states.push(t("admin.state.banned", { until: untilText(user.banned ?? 0) }));
  if ((user.muted ?? 0) > now) states.push(t("admin.state.muted", { until: untilText(user.muted ?? 0) }));
  if (user.alias) states.push(t("admin.state.alias", { name: user.alias }));
  return states;
}

/** What can be done about a player as they are now. */
export function actsFor(user: UserLine): string[] {
  const now = Date.now();
  if (user.admin) return [];
  return [
    (user.banned ?? 0) > now ? "unban" : "ban",
    (user.muted ?? 0) > now ? "unmute" : "mute",
    user.alias ? "unhide" : "hide",
    ...(user.guest ? [] : ["reset"]),
  ];
}

export const planFor = (act: string, player: string, name: string): Plan => ({
  act,
  name,
  path: `/api/admin/users/${player}/${act}`,
  timed: act === "ban" || act === "mute",
});

/** A line of the audit log in words. */
export function audited(line: AuditLine): string {
  const parts = [line.name || t("admin.cli"), named("admin.what", line.what), line.label || line.whom || ""];
  if ((line.what === "ban" || line.what === "mute") && line.detail) parts.push(`(${untilText(Number(line.detail))})`);
  else if (line.detail) parts.push(`(${line.detail})`);
  return parts.filter(Boolean).join(" ");
}

export const actTitle = (act: string): string => t(`admin.act.${act}` as Key);
