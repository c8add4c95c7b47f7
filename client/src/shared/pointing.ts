/** Where on the page a decision is taken: on the map, the rondel, the chart, the player board, or else in the bar. */

import type { Row } from "./choices";

/** Selectors by what a decision has, the best place first. */
function places(row: Row): string[] {
  const taken = document.querySelector(`[data-region="${row.from}"].selected`);
  const opened = document.querySelector("[data-decision] [data-opened]");
  const laid = row.kind === "place" && document.querySelector(`[data-hex="${row.place}"].pinned`);
  // what a click on the map has opened lies in the bar
  if (opened || laid) return [`[data-decision] [data-action="${row.action}"]`];
  return [
    row.kind === "wedge" ? `[data-wedge="${row.wedge}"]` : "",
    row.kind === "learn" ? `[data-knowhow="${row.knowhow}"]` : "",
    // units that have just moved are taken already, but where they can go is ringed only after a click
    taken ? `[data-ring="${row.to}"]` : "",
    row.kind === "move" ? `[data-ring="${row.from}"]` : "",
    row.region === undefined ? "" : `[data-ring="${row.region}"]`,
    row.pile === undefined ? "" : `[data-pile="${row.pile}"]`,
    row.place !== undefined
      ? `[data-hex="${row.place}"]`
      : row.building === undefined
        ? ""
        : `[data-building="${row.building}"]`,
    `[data-decision] [data-action="${row.action}"]`,
    row.kind === "move" ? `[data-decision] [data-origin="${row.from}"]` : "",
    row.kind === "turn" ? '[data-decision] [data-action="-1"]' : "",
    row.kind === "trade" ? '[data-decision] [data-origin="trade"]' : "",
  ].filter(Boolean);
}

/** Whether a click in the middle would reach it: it may lie in a panel that is scrolled or hidden. */
function isSeen(element: Element): boolean {
  const box = element.getBoundingClientRect();
  const ring = element.getAttribute("data-ring");
  const hits = box.width ? document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2) : [];
  // on a phone the choices may lie over the panel, and buttons over the map
  const top = hits.find((hit) => !hit.closest("[data-bubble]"))?.closest("button, summary, [data-decision]");
  if (top && !top.contains(element) && !element.closest("[data-decision]")) return false;
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
