/** Soft tones of our own, if they are wanted: when it is the player's turn, and when something is won, lost or fought. */

import { prefs } from "./prefs.svelte";
import type { Tone } from "./sentences";

/** The notes of a sound in hertz, one after the other. */
const NOTES: Partial<Record<Tone, number[]>> = {
  over: [392, 523, 659, 784],
  award: [523, 659, 784],
  lost: [330, 262],
  battle: [196, 175],
};
const ORDER: Tone[] = ["over", "award", "lost", "battle"];

export function chime(): void {
  sound([523]);
}

/** Sound the gravest of what happened. */
export function ring(tones: Tone[]): void {
  const gravest = ORDER.find((tone) => tones.includes(tone));
  if (gravest) sound(NOTES[gravest] ?? []);
}

function sound(notes: number[]): void {
  if (!prefs.kept.sound) return;
  const context = new AudioContext();
  notes.forEach((note, place) => {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    const begin = context.currentTime + 0.14 * place;
    tone.frequency.value = note;
    loudness.gain.setValueAtTime(0.08, begin);
    loudness.gain.exponentialRampToValueAtTime(0.0001, begin + 0.5);
    tone.connect(loudness).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + 0.5);
  });
  setTimeout(() => void context.close(), 600 + 140 * notes.length);
}
