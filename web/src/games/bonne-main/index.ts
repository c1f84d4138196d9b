import type { View } from "../board";
import { has } from "../../lib/kit/bits";
import { DROPPING, MOVING, squareOf, steps, nameOf, type Position } from "./squares";

export { default as Board } from "./Board.svelte";

/** What a square that is not lit would mean: a coin to lose, or a move. */
export function meaning(place: string, chosen: string[], view: View): string {
  const s = view as unknown as Position;
  if (s.phase === DROPPING) return `drop ${place}`;
  if (s.phase !== MOVING) return place;
  if (chosen[0]) return `${chosen[0]}-${place}`;
  const goal = squareOf(place);
  const own = [0, 1, 2].map((n) => ({ n, square: s.at[3 * s.seat + n] ?? -1 })).filter((one) => one.square >= 0);
  if (own.some((one) => one.square === goal)) {
    // A hand that has no way to go: ask about a square it might have gone to.
    const isNear = (square: number): boolean =>
      s.on[square] === -1 && steps(goal, square) <= s.roll && (s.roll - steps(goal, square)) % 2 === 0;
    const near = s.on.findIndex((_, square) => isNear(square));
    return near < 0 ? `${place}-${place}` : `${place}-${nameOf(near)}`;
  }
  // No hand chosen: ask about the nearest that cannot go there.
  const cannot = own.filter(({ n }) => !has(s.reach[n]?.[Math.floor(goal / 10) - 1] ?? 0, goal % 10));
  const nearest = cannot.sort((a, b) => steps(a.square, goal) - steps(b.square, goal))[0];
  return nearest ? `${nameOf(nearest.square)}-${place}` : place;
}
