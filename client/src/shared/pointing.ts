/** Where on the page a decision is taken: on the map, the rondel, the chart, the player board, or else in the bar. */

import type { Row } from "./choices";

/** Selectors by what a decision has, the best place first. */
function places(row: Row): string[] {
  const taken = document.querySelector(`[data-region="${row.from}"].selected`);
  return [
    row.kind === "wedge" ? `[data-wedge="${row.wedge}"]` : "",
    row.kind === "learn" ? `[data-knowhow="${row.knowhow}"]` : "",
    row.kind === "move" ? `[data-ring="${taken ? row.to : row.from}"]` : "",
    row.region === undefined ? "" : `[data-ring="${row.region}"]`,
    row.pile === undefined ? "" : `[data-pile="${row.pile}"]`,
    row.place !== undefined
      ? `[data-hex="${row.place}"]`
      : row.building === undefined
        ? ""
        : `[data-building="${row.building}"]`,
    `[data-decision] [data-action="${row.action}"]`,
  ].filter(Boolean);
}

/** Whether a click in the middle would reach it: it may lie in a panel that is scrolled or hidden. */
function isSeen(element: Element): boolean {
  const box = element.getBoundingClientRect();
  const ring = element.getAttribute("data-ring");
  const hits = box.width ? document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2) : [];
  // on a phone the choices may lie over the panel
  const top = hits.find((hit) => !hit.closest("[data-bubble]"));
  if (top?.closest("[data-decision]") && !element.closest("[data-decision]")) return false;
  return hits.some((hit) => element.contains(hit) || (ring !== null && hit.getAttribute("data-region") === ring));
}

/** Give the first place that can be seen; a button that lies outside its row is brought in. */
export function pointAt(row: Row): Element | null {
  const found = places(row).flatMap((place) => [...document.querySelectorAll(place)]);
  const seen = found.find(isSeen);
  // not what lies on the map: its frame would be scrolled in place of the map being moved
  if (!seen)
    found
      .find((element) => !element.hasAttribute("data-ring") && element.getBoundingClientRect().width)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return seen ?? null;
}
