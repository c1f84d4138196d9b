/** Sounds are asked for, brought when one sounds, and few. */

import { afterEach, expect, it, vi } from "vitest";
import { here } from "../src/lib/here.svelte";
import { soundsOf, wantSound } from "../src/lib/sound";
import type { Sounds } from "../src/lib/sounds";

const SOUNDS: Sounds = { rolled: "die", moved: "capture", won: "win" };

afterEach(() => {
  here.sound = null;
  localStorage.clear();
});

it("nobody hears anything before they have said so", () => {
  expect(here.sound).toBeNull();
});

it("remembers what was answered", () => {
  vi.stubGlobal("AudioContext", undefined);
  wantSound(true);
  expect([here.sound, localStorage.getItem("ludotheque.sound")]).toEqual([true, "yes"]);
  wantSound(false);
  expect([here.sound, localStorage.getItem("ludotheque.sound")]).toEqual([false, "no"]);
  vi.unstubAllGlobals();
});

it("sounds once for several alike, and not for what has no sound", () => {
  const effects = ["rolled", "rolled", "named", "moved", "moved", "won"].map((kind) => ({ do: kind }));
  expect(soundsOf(effects, SOUNDS)).toEqual(["die", "capture", "win"]);
  expect(soundsOf(effects, {})).toEqual([]);
});
