/** The tables that this page has, by the kind that the server names for each game. Only the one that is needed is loaded. */

import type { Component } from "svelte";

import type { Printed } from "../messages";
import type { FindTeller } from "../shared/teller";

/** What setting a position up needs: where it begins, and where to hand it over. */
interface Setting {
  view: never;
  done: (position: object) => Promise<void>;
  leave: () => void;
  wrong: string;
}

interface Family {
  /** Whether its replays have a side for reviews. */
  reviewed: boolean;
  table: () => Promise<{ default: Component<{ table: never }> }>;
  replay: () => Promise<{ default: Component<{ replay: never; branch: () => Promise<void> }> }>;
  /** Setting a position up by hand. */
  setup?: () => Promise<{ default: Component<Setting> }>;
  /** Who tells its openings. */
  teller: () => Promise<{ tellerOf: FindTeller }>;
  /** The replay as other websites show it. */
  embed: () => Promise<{ default: Component<{ replay: never }> }>;
}

const FAMILIES: Record<string, Family> = {
  antike: {
    reviewed: true,
    table: () => import("../antike/AntikeTable.svelte"),
    replay: () => import("../antike/AntikeReplay.svelte"),
    embed: () => import("../antike/AntikeEmbed.svelte"),
    teller: () => import("../antike/teller"),
    setup: () => import("../study/AntikeSetup.svelte"),
  },
  attika: {
    reviewed: true,
    table: () => import("../attika/AttikaTable.svelte"),
    replay: () => import("../attika/AttikaReplay.svelte"),
    embed: () => import("../attika/AttikaEmbed.svelte"),
    teller: () => import("../attika/teller"),
    setup: () => import("../study/AttikaSetup.svelte"),
  },
};

/** The table for any game: a picture and a list of moves. */
const PLAIN: Family = {
  reviewed: false,
  table: () => import("../plain/PlainTable.svelte"),
  replay: () => import("../plain/PlainReplay.svelte"),
  embed: () => import("../plain/PlainEmbed.svelte"),
  teller: () => import("../shared/teller"),
};

export const familyOf = ({ table }: Pick<Printed, "table">): Family => FAMILIES[table ?? ""] ?? PLAIN;
