// Made by tools/messages.py from src/rondel/antike/text/view.py and src/rondel/attika/text/view.py. Do not edit.

/** Units that are recruited and not yet set up. */
export interface AntikeBarracks {
  legions: number;
  galleys: number;
}

/** What a nation has. Regions and know-hows are named; `rondel` is the wedge of its stone. */
export interface AntikeNation {
  seat: number;
  cities: string[];
  temples: string[];
  legions: Record<string, number>;
  galleys: Record<string, number>;
  marble: number;
  iron: number;
  gold: number;
  coins: number;
  knowhow: string[];
  rondel: string | null;
  personages: Record<string, number>;
  points: number;
  extra?: string;
  produces?: Record<string, string>;
  ramparts?: string[];
  barracks?: AntikeBarracks;
  leader?: string;
  cards?: Record<string, number>;
}

/** How many units of a region have used one action, two, and so on. */
export interface AntikeUsed {
  legions?: Record<string, number[]>;
  galleys?: Record<string, number[]>;
}

/** Units that are still to be taken off the board. */
export interface AntikeLosses {
  legions: number;
  galleys: number;
}

/** Personages that are still to be handed out. */
export interface AntikeDue {
  scholars?: number;
  generals?: number;
  extra?: number;
}

/** What the bank still has; a bank without limit lists no goods. */
export interface AntikeBank {
  coins: number;
  temples: number;
  personages: Record<string, number>;
  marble?: number;
  iron?: number;
  gold?: number;
}

/** A position of the Antike family. While nations are chosen it is nobody's turn, and `chooser` is a seat. */
export interface AntikeView {
  game: string;
  board: string | Record<string, unknown>;
  players: number;
  options?: Record<string, number>;
  round: number;
  phase: string;
  chooser?: number;
  start?: string | number;
  turn?: string;
  to_act?: string;
  placed?: Record<string, number>;
  used?: AntikeUsed;
  pending?: string;
  place?: string;
  asked?: string;
  losses?: AntikeLosses;
  due?: AntikeDue;
  neutral_temples?: string[];
  bellona?: string;
  learned?: string[];
  levied?: number;
  heard?: string[];
  open_cards?: Record<string, number>;
  discard?: Record<string, number>;
  saved?: string[];
  tally?: Record<string, number>;
  barred?: string[];
  end?: string;
  winner?: string;
  nations: Record<string, AntikeNation>;
  bank: AntikeBank;
}

/** What a city-state has; a hand that is hidden is a number of cards. Buildings stand at places such as `3,-1`. */
export interface AttikaCity {
  seat: number;
  hand: Record<string, number> | number;
  stored: Record<string, number>;
  buildings: Record<string, string>;
  piles: Record<string, number>;
  amphorae: number;
  rewarded: string[];
  colonies: number;
}

/** A position of Attika as a seat sees it. A tile lies with its middle at a place, turned so often. */
export interface AttikaView {
  "draw pile": Record<string, number> | number;
  game: string;
  board: string | Record<string, unknown>;
  players: number;
  options?: Record<string, number>;
  phase: string;
  start: string;
  turn: string;
  to_act?: string;
  mode?: string;
  left?: number;
  acted?: number;
  voids?: number;
  due?: number;
  extend?: number;
  choosing?: number;
  pile?: string;
  pending?: string;
  tile?: string;
  site?: string;
  paid?: Record<string, number>;
  end?: string;
  winner?: string;
  discard: Record<string, number>;
  amphorae: number;
  tiles: [string, number, number, number][];
  shrines: [number, number][];
  cities: Record<string, AttikaCity>;
}

/** Every kind of news of the family. */
export type AntikeNews =
  "chosen" |
  "start" |
  "turn" |
  "wedge" |
  "received" |
  "traded" |
  "temple" |
  "rampart" |
  "armed" |
  "recruited" |
  "learned" |
  "moved" |
  "asked" |
  "peace" |
  "battle" |
  "lost" |
  "announced" |
  "saved" |
  "conquered" |
  "razed" |
  "gave-up" |
  "founded" |
  "personage" |
  "fell" |
  "rampart-lost" |
  "bellona" |
  "turned-up" |
  "took-card" |
  "declined-card" |
  "played" |
  "robbed" |
  "draw-offered" |
  "draw-accepted" |
  "draw-refused" |
  "over";

/** Every kind of news of the family. */
export type AttikaNews =
  "turn" |
  "takes" |
  "returned" |
  "drew" |
  "kept" |
  "built" |
  "group" |
  "card" |
  "tile" |
  "laid" |
  "linked" |
  "over";
