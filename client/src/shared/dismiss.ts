/** Cards that open over the page close by Escape, and when the mouse or the focus goes elsewhere. */

/** Close on Escape; listeners at the window see by `defaultPrevented` that the key has done its work. */
function onEscape(event: KeyboardEvent, close: () => void): void {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  event.preventDefault();
  close();
}

/** For a `details` element: its summary gets the focus back. */
export function dismissible(element: HTMLDetailsElement): () => void {
  const key = (event: KeyboardEvent): void => {
    if (!element.open) return;
    onEscape(event, () => {
      element.open = false;
      element.querySelector("summary")?.focus();
    });
  };
  const point = (event: Event): void => {
    if (!element.contains(event.target as Node)) element.open = false;
  };
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget && !element.contains(relatedTarget as Node)) element.open = false;
  };
  document.addEventListener("keydown", key);
  document.addEventListener("pointerdown", point);
  element.addEventListener("focusout", leave);
  return () => {
    element.removeEventListener("focusout", leave);
    document.removeEventListener("keydown", key);
    document.removeEventListener("pointerdown", point);
  };
}

/** For anything else that lies open: what closes it. */
export const closing = (close: () => void) => (): (() => void) => {
  const key = (event: KeyboardEvent): void => onEscape(event, close);
  document.addEventListener("keydown", key);
  return () => document.removeEventListener("keydown", key);
};
