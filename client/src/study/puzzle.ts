/** A puzzle that is being solved, as its page and the panel next to the board share it. */

import { getContext, setContext } from "svelte";

import type { PuzzleTold, PuzzleVerdict } from "../messages";
import { prefs } from "../shared/prefs.svelte";
import { PUZZLES, type PuzzleWord } from "./puzzles";

export interface Solving {
  puzzle: PuzzleTold;
  state: "playing" | "judging" | "done";
  verdict: PuzzleVerdict | null;
  trouble: string;
  again: () => void;
  reveal: () => void;
  next: () => void;
}

const SOLVING = Symbol("solving");
export const shareSolving = (solving: () => Solving): unknown => setContext(SOLVING, solving);
export const sharedSolving = (): Solving => getContext<() => Solving>(SOLVING)();

/** A text in the chosen language, with `{name}` replaced. */
export const tell = (key: PuzzleWord, values: Record<string, string | number> = {}): string =>
  PUZZLES[prefs.kept.lang][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** The name of a theme. */
export const themeName = (theme: string): string =>
  (PUZZLES[prefs.kept.lang] as Record<string, string>)[`theme.${theme}`] ?? theme;

export const signed = (change: number): string => (change < 0 ? `−${-change}` : `+${change}`);
