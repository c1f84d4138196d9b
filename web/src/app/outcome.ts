/** How a game of one's own ended. */

import type { MyTable } from "../lib/responses";

export interface Outcome {
  won: boolean | null; // null: alone, or in several seats
  scores: number[]; // mine first
}

export function outcome(line: Pick<MyTable, "seats" | "result">): Outcome | null {
  const scores = line.result?.scores;
  const [seat, ...more] = line.seats;
  if (!scores || seat === undefined) return null;
  const others = scores.filter((_, i) => i !== seat);
  const counts = others.length > 0 && more.length === 0;
  return {
    won: counts ? (line.result?.winners ?? []).includes(seat) : null,
    scores: [scores[seat] ?? 0, ...others],
  };
}
