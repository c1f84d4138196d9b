/** A short wooden knock when it is one's turn; made here, nothing is loaded. */

import { here } from "./here.svelte";

let context: AudioContext | null = null;

export function chime(): void {
  if (!here.sound || !("AudioContext" in globalThis)) return;
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(440, now);
    tone.frequency.exponentialRampToValueAtTime(220, now + 0.12);
    gain.gain.setValueAtTime(0.15, now);
    gain.gain.exponentialRampToValueAtTime(0.001, now + 0.18);
    tone.connect(gain).connect(context.destination);
    tone.start(now);
    tone.stop(now + 0.2);
  } catch {
    return; // a browser that wants a touch first
  }
}
