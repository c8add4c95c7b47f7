/** Keys of the page. */

/** Whether a key belongs to a field that is written in, or to the browser. */
export const isTyping = (event: KeyboardEvent): boolean =>
  (event.target as Element).closest("input:not([type=range]), textarea, select") !== null ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey;
