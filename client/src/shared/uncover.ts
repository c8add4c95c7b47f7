/** On a small screen the decision bar may lie over the panel below: what it covers can be scrolled into sight. */

const PANELS = ".panel:not(.rondel)";

/** Make room at the head of a panel; what can be seen of it stays where it is. */
function makeRoom(panel: HTMLElement, over: number): void {
  const before = parseFloat(panel.style.paddingTop) || 0;
  if (before === over) return;
  const scrolled = panel.scrollTop;
  panel.style.paddingTop = over ? `${over}px` : "";
  panel.style.paddingBottom = "";
  if (!panel.clientHeight || getComputedStyle(panel).overflowY === "visible") return;
  const missing = scrolled + over - before - (panel.scrollHeight - panel.clientHeight);
  if (missing > 0 && over) panel.style.paddingBottom = `${missing}px`;
  panel.scrollTop = scrolled + over - before;
}

/** For the bar, which may be higher than its place. */
export function uncover(bar: HTMLElement): () => void {
  const watch = new ResizeObserver(() => {
    const over = Math.max(0, bar.offsetHeight - (bar.parentElement?.offsetHeight ?? 0));
    for (const panel of bar.closest("main")?.querySelectorAll<HTMLElement>(PANELS) ?? []) makeRoom(panel, over);
  });
  watch.observe(bar);
  return () => watch.disconnect();
}
