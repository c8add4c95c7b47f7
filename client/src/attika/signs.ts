/** Spaces of the board in decisions, and the signs by which the board and the bar call them alike. */

import type { Row } from "../shared/choices";

/** A sign for each space that can be chosen, the same on the board and in the bar: letters in reading order. Prices are figures. */
export function signsOf(rows: Row[]): Map<string, string> {
  const places = [...new Set(rows.flatMap((row) => row.place ?? []))].map((place) => ({ place, at: axes(place) }));
  places.sort((one, other) => one.at[1] - other.at[1] || one.at[0] - other.at[0]);
  return new Map(places.map(({ place }, number) => [place, letters(number)]));
}

const letters = (number: number): string =>
  (number < 26 ? "" : letters(Math.floor(number / 26) - 1)) + String.fromCharCode(65 + (number % 26));

/** A place of the grid, `3,-1`, as numbers. */
export function axes(place: string): [number, number] {
  const [q = 0, r = 0] = place.split(",").map(Number);
  return [q, r];
}
