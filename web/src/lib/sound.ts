/** What is heard, for those who want to: the sounds themselves are brought when one first sounds. */

import { here, remember } from "./here.svelte";
import type { Effect } from "./responses";
import type { Sound, Sounds } from "./sounds";

const APART = 0.24; // seconds from one sound to the next
const MOST = 5; // sounds of one move

async function ring(sound: Sound, wait = 0): Promise<void> {
  if (!here.sound) return;
  const made = await import("./sounds").catch(() => null); // silence is no mistake
  made?.ring(sound, wait);
}

/** Hear the table from now on, or not; the first sound says that it is heard. */
export function wantSound(on: boolean): void {
  here.sound = on;
  remember("sound", on ? "yes" : "no");
  chime();
}

/** A short wooden knock when it is one's turn. */
export function chime(): void {
  void ring("turn");
}

/** What some effects sound like, one after another; several alike sound once. */
export function soundsOf(effects: readonly Effect[], sounds: Sounds): Sound[] {
  const all = effects.flatMap(({ do: kind }) => sounds[kind] ?? []);
  return all.filter((sound, i) => sound !== all[i - 1]).slice(0, MOST);
}

export function sound(effects: readonly Effect[], sounds: Sounds = {}): void {
  soundsOf(effects, sounds).forEach((one, i) => void ring(one, i * APART));
}
