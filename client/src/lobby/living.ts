/** The miniatures of the first page, by the table on which the server shows a game; each is loaded when it is seen. */

import type { Component } from "svelte";

interface Miniature {
  view: never;
  board: string;
  picture: string;
}

const MINIATURES: Record<string, () => Promise<{ default: Component<Miniature> }>> = {
  antike: () => import("../antike/AntikeLiving.svelte"),
  attika: () => import("../attika/AttikaLiving.svelte"),
};

export const miniatureOf = (table: string): (() => Promise<{ default: Component<Miniature> }>) | undefined =>
  MINIATURES[table];
