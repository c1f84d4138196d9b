/** What moves for an effect: hands walk, coins pass from palm to palm, empty hands go home. */

import type { Move } from "../../lib/kit/stage.svelte";
import { HOME } from "./seats";
import type { Effect } from "./wire";

const PACE = 85; // milliseconds for a step
const FLIGHT = { lasts: 360, next: 180 }; // of a coin
const LEAVE = { lasts: 420, next: 0 }; // of an empty hand

/** Something that is only there while it moves. */
export interface Thing {
  taker?: number; // of a coin: the hand that it comes into, if any
  seat?: number; // of an empty hand: whose it was
}

/** What a hand is called on the stage; squares have their own names. */
export const partOf = (hand: number): string => `hand ${hand}`;

export function moves(effect: Effect, sides: number[]): Move<Thing>[] {
  switch (effect.do) {
    case "walked":
      return [{ thing: partOf(effect.hand), by: effect.by, to: effect.to, lasts: PACE * (effect.by.length + 1) }];
    case "dropped":
      return [{ draw: {}, from: partOf(effect.hand), to: effect.at, off: [0, -60], fades: true, ...FLIGHT }];
    case "stolen":
    case "shifted":
      return [{ draw: { taker: effect.taker }, from: partOf(effect.hand), to: effect.to, arc: 30, ...FLIGHT }];
    case "gone": {
      const home = HOME[sides[effect.seat] ?? 0];
      return [{ draw: { seat: effect.seat }, from: partOf(effect.hand), to: effect.at, off: home, fades: true, ...LEAVE }];
    }
    default:
      return [];
  }
}
