/** A guard against the second click of a double click: it must not meet a button that has just changed its meaning. */

/** How long a changed button takes no click, in milliseconds. */
export const REST = 450;

export class Guard {
  #kind = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether a button of this kind takes no click now: one of another kind was clicked a moment ago. */
  rests(kind: string): boolean {
    return this.#kind !== "" && this.#kind !== kind;
  }

  /** Take note of a click; say whether it counts. */
  takes(kind: string): boolean {
    if (this.rests(kind)) return false;
    clearTimeout(this.#timer);
    this.#kind = kind;
    this.#timer = setTimeout(() => (this.#kind = ""), REST);
    return true;
  }
}
