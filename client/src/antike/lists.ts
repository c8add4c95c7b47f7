/** Lists that the table shows. What is printed on a game's parts comes from the server; these are the order and the words to search by. */

import type { KnowhowField } from "../messages";
import { printed } from "../shared/printed";

export const PERSONAGES = ["king", "scholar", "general", "citizen", "navigator"] as const;
export const RESOURCES = ["marble", "iron", "gold"] as const;
export const GOODS = ["marble", "iron", "gold", "coins"] as const;

export const wedgesOf = (game: string): string[] => printed(game).wedges ?? [];
export const chartOf = (game: string): KnowhowField[] => printed(game).knowhows ?? [];

/** Whoever has played so many rounds needs no tips. */
export const COACHED_ROUNDS = 6;

/** Words under which the rules reference has what a phase is about. */
const HELP: Record<string, string> = {
  answer: "battle",
  ask: "battle",
  charge: "conquer",
  city: "start",
  conquest: "conquer",
  extra: "personage",
  founding: "found",
  "give-up": "city",
  join: "maneuver",
  lose: "battle",
  pick: "event",
  substitute: "coin",
};

export const helpFor = (phase: string): string => HELP[phase] ?? phase;
