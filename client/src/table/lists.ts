/**
 * Lists that choices count in and the printed table shows. They are names and prices to be read, not rules: what can be
 * done, and what it costs now, is what the server sends.
 */

export const WEDGES = ["iron", "temple", "gold", "maneuver1", "arming", "marble", "know-how", "maneuver2"] as const;
export const PERSONAGES = ["king", "scholar", "general", "citizen", "navigator"] as const;
export const GOODS = ["marble", "iron", "gold", "coins"] as const;

export interface Field {
  name: string;
  first: number;
  later: number;
}

const field = (name: string, first: number, later: number): Field => ({ name, first, later });

const FIRST: Field[] = [
  field("wheel", 7, 3),
  field("sailing", 7, 3),
  field("market", 7, 3),
  field("monarchy", 7, 3),
  field("roads", 10, 5),
  field("navigation", 10, 5),
  field("currency", 10, 5),
  field("democracy", 10, 5),
];

const CHARTS: Record<string, Field[]> = {
  "antike-2": [
    field("strata", 7, 3),
    field("navigatio", 8, 4),
    field("mercatura", 5, 2),
    field("commercium", 7, 3),
    field("metallum", 10, 5),
    field("moneta", 12, 6),
    field("regnum", 12, 6),
    field("res publica", 14, 7),
  ],
  "antike-duellum": [
    field("strata", 6, 3),
    field("navigatio", 7, 3),
    field("moneta", 8, 4),
    field("res publica", 8, 4),
    field("commercium", 9, 4),
  ],
};

export const chartOf = (game: string): Field[] => CHARTS[game] ?? FIRST;

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

const TARGETS: Record<number, number> = { 2: 9, 3: 10, 4: 9, 5: 8, 6: 7 };

/** Points that win, where the view does not say. */
export const targetOf = (nations: number): number => TARGETS[nations] ?? 9;
