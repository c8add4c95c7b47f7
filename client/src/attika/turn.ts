/** What a turn still holds, in words: the actions left, and what can be done with them. */

import type { Row } from "../shared/choices";
import { prefs } from "../shared/prefs.svelte";
import { printed } from "../shared/printed";
import { t } from "../shared/words";
import type { AttikaView } from "../views";

interface Left {
  /** Actions left, and how many the turn had at least. */
  n: number;
  of: number;
  words: string;
}

/** The actions left in the turn; of an untouched one both uses. */
export function leftOf(view: AttikaView): Left {
  const { draws = 0, builds = 0 } = printed();
  const n = view.left ?? 0;
  if (!view.mode) return { n: 0, of: 0, words: t("left.open", { draws, builds }) };
  const of = Math.max(view.mode === "draw" ? draws : view.mode === "build" ? builds : 0, n);
  const words = !n ? t("left.none") : view.mode === "draw" ? t("left.draw", { n }) : t("left.build", { n });
  return { n, of, words };
}

/** What can still be done, as a sentence: by the choices at hand, or for somebody else by the actions left. */
export function todo(view: AttikaView, rows: Row[]): string {
  const kinds = rows.length ? new Set(rows.map((row) => row.kind)) : kindsLeft(view);
  const { draws = 0, builds = 0 } = printed();
  const n = view.left ?? 0;
  const cards = Number(rows.find((row) => row.kind === "cards")?.cards ?? (view.mode ? n : builds));
  const found = [
    kinds.has("draw") ? t("can.draw", { n: view.mode ? n : draws }) : "",
    kinds.has("build") ? t("can.build", { n: view.mode ? n : builds }) : "",
    kinds.has("cards") ? t("can.cards", { n: cards }) : "",
    [...kinds].some((kind) => kind.startsWith("amphora")) ? t("can.amphora") : "",
    kinds.has("end") ? t("can.end") : "",
  ].filter(Boolean);
  return new Intl.ListFormat(prefs.kept.lang, { type: "disjunction" }).format(found);
}

function kindsLeft({ mode = "", left = 0 }: AttikaView): Set<string> {
  if (mode && !left) return new Set(["amphora", "end"]);
  return new Set([...(mode === "build" ? [] : ["draw"]), ...(mode === "draw" ? [] : ["build"]), "cards"]);
}
