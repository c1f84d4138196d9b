/** What an effect moves, from part to part of the board. */

import type { Move, Stage } from "../../lib/kit/stage.svelte";
import type { Played } from "./look";
import { tileOf } from "./track";
import type { Effect } from "./wire";

/** What is there only while it goes: a pawn that leaves, or points that are won. */
export interface Leaving {
  seat: number;
  points?: number;
}

export type Table = Stage<Effect, Leaving>;

/** `own` is the seat whose hand is open. */
export function moves(effect: Effect, all: readonly Effect[], players: number, own: number | null): Move<Leaving>[] {
  switch (effect.do) {
    case "drew":
      return effect.seat === own ? [{ thing: `hand ${effect.card}`, from: `pile ${own}`, lasts: 400, next: 120 }] : [];
    case "turned":
      return [{ thing: "prize", from: "points", arc: 40, lasts: 650, next: 300 }];
    case "laid":
      return [{ thing: `back ${effect.seat}`, from: hand(effect, own), lasts: 480, next: 0 }];
    case "revealed":
      return [{ ...hop(effect), from: "start", next: 300 }];
    case "raised":
      return [{ thing: `card ${effect.arrived}`, from: hand(effect, own), lasts: 480 }, { ...hop(effect), wait: 200 }];
    case "passed":
      return [leave(effect.seat)];
    case "won": {
      const [purse, points] = [`won ${effect.seat}`, { seat: effect.seat, points: effect.n }];
      return [{ draw: points, from: "prize", by: [purse], to: purse, fades: true, lasts: 2400, next: 800 }];
    }
    case "cleared": {
      const gone = all.flatMap((one) => (one.do === "passed" ? one.seat : []));
      return Array.from({ length: players }, (_, seat) => seat).filter((seat) => !gone.includes(seat)).map(leave);
    }
    default:
      return [];
  }
}

/** Where a card comes from: its place in one's own hand, or out of one that is hidden. */
function hand({ seat, card }: { seat: number; card: number }, own: number | null): string {
  return seat === own ? `hand ${card}` : `held ${seat}`;
}

/** A pawn hops from square to square. */
function hop({ seat, value, square }: Played): Move<Leaving> {
  const by = Array.from({ length: value - 1 }, (_, i) => `square ${tileOf(square - value + 1 + i)}`);
  return { thing: `pawn ${seat}`, by, arc: 5, lasts: Math.min(900, 250 + 50 * value) };
}

function leave(seat: number): Move<Leaving> {
  const pawn = `pawn ${seat}`;
  return { draw: { seat }, from: pawn, to: pawn, off: [0, -28], fades: true, lasts: 450 };
}
