/** A soft tone when it is the player's turn, if wanted. */

import { prefs } from "./prefs.svelte";

export function chime(): void {
  if (!prefs.kept.sound) return;
  const context = new AudioContext();
  const tone = context.createOscillator();
  const loudness = context.createGain();
  tone.frequency.value = 523;
  loudness.gain.setValueAtTime(0.08, context.currentTime);
  loudness.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + 0.5);
  tone.connect(loudness).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.5);
}
