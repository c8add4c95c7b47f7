/** Openings of Attika: what was built, drawn and kept in a turn. */

import type { News } from "../shared/sentences";
import type { FindTeller } from "../shared/teller";
import { named } from "../shared/words";
import { cards } from "./news";
import { cityTitle } from "./view";

const SHORT: Record<string, (entry: News) => string> = {
  built: ({ building }) => named("kind", String(building)),
  kept: ({ building }) => `(${named("kind", String(building))})`,
  takes: ({ count }) => cards(Number(count)),
};

export const tellerOf: FindTeller = () =>
  Promise.resolve({
    short: (news) =>
      news
        .map((entry) => SHORT[String(entry.kind)]?.(entry) ?? "")
        .filter(Boolean)
        .join(", "),
    rest: () => "",
    title: cityTitle,
    look: () => undefined, // by seat at the table, and a plan has none
  });
