/** What the panels next to the board of an analysis share with the page around them. */

import { getContext, setContext } from "svelte";

import type { Tried } from "../messages";
import type { Desk } from "./desk.svelte";
import type { Engine } from "./engine.svelte";

/** An analysis: its board, the engine, and what is known of the study it is kept as. */
export interface Study {
  desk: Desk;
  engine: Engine;
  id: string;
  title: string;
  mine: boolean;
  /** Set the position up by hand, where the family can. */
  setup: (() => void) | null;
}

/** A turn that is tried again: what came of it, and how to begin again or leave. */
export interface Attempt {
  state: "playing" | "judging" | "done";
  tried: Tried | null;
  trouble: string;
  again: () => void;
  leave: () => void;
}

const STUDY = Symbol("study");
const ATTEMPT = Symbol("attempt");
export const shareStudy = (study: () => Study): unknown => setContext(STUDY, study);
export const sharedStudy = (): Study => getContext<() => Study>(STUDY)();
export const shareAttempt = (attempt: Attempt): Attempt => setContext(ATTEMPT, attempt);
export const sharedAttempt = (): Attempt => getContext<Attempt>(ATTEMPT);
