/** Clocks as the server tells them, read by the clock of this browser. */

import type { ClockFace } from "../messages";
import { t } from "./words";

/** A clock face and when it came, by this browser's clock: the two clocks need not agree. */
export type Face = ClockFace & { came: number };

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

/** Give the milliseconds a seat has left at a moment of this browser's clock. */
export function leftOf(face: Face, seat: number, now: number): number {
  const spent = face.running === seat ? face.now - face.since + (now - face.came) : 0;
  return Math.max(0, (face.left[seat] ?? 0) - Math.max(0, spent));
}

const two = (value: number): string => String(value).padStart(2, "0");

/** Write a time: `2 d 5 h`, `1:02:09` or `4:07`. */
export function clockText(left: number): string {
  if (left >= DAY) return t("clock.days", { d: Math.floor(left / DAY), h: Math.floor((left % DAY) / HOUR) });
  const [h, m, s] = [Math.floor(left / HOUR), Math.floor((left % HOUR) / MINUTE), Math.floor((left % MINUTE) / SECOND)];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
