/** Who is here and who is away, in words. */

import type { SeatInfo } from "../messages";
import { t } from "./words";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** A length of time in its largest unit. */
export function span(time: number): string {
  if (time < HOUR) return t("going.time.minutes", { n: Math.max(1, Math.floor(time / MINUTE)) });
  if (time < 2 * DAY) return t("going.time.hours", { n: Math.floor(time / HOUR) });
  return t("going.time.days", { n: Math.floor(time / DAY) });
}

/** Whether the player of a seat is here, and if not since when. */
export function presence(seat: SeatInfo, now: number): string {
  if (seat.online) return t("going.here");
  return seat.away ? t("going.awayFor", { time: span(now - seat.away) }) : t("going.away");
}

/** The time of day, told again every half minute to whatever shows how long somebody has been away. */
class Ticking {
  now = $state(Date.now());
  constructor() {
    setInterval(() => (this.now = Date.now()), 30_000);
  }
}
export const ticking = new Ticking();
