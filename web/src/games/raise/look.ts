/** How things look, and which of them lie open. */

import type { Box, CardKind, Effect, Raised, Revealed, View } from "./wire";

/** Far apart to every kind of colour-blind eye; the number on the pawn tells the rest. */
export const PAWNS = ["#113d97", "#b04810", "#23835b", "#8a427a", "#362f22"];

/** How something turns over: it shows its back for half of the time. */
export const TURN = { transform: ["scaleX(1)", "scaleX(0)", "scaleX(1)"] };
export const COVER = { opacity: [1, 1, 0, 0], offset: [0, 0.5, 0.5, 1] };

/** The kinds of card that are there, with how many. */
export function kindsIn(box: Box, counts: number[] = []): { card: number; kind: CardKind; n: number }[] {
  return box.cards.map((kind, card) => ({ card, kind, n: counts[card] ?? 0 })).filter(({ n }) => n > 0);
}

export type Played = Revealed | Raised;

/** Where the pawns stood when the last round was won; the position knows only that they have left. */
export function standIn(past: readonly Effect[], players: number): Pick<View, "square" | "arrived"> {
  const [square, arrived] = [Array<number>(players).fill(0), Array<number>(players).fill(0)];
  for (const one of past.slice(past.findLastIndex(({ do: kind }) => kind === "turned") + 1)) {
    if (one.do === "passed") square[one.seat] = arrived[one.seat] = 0;
    if (one.do === "revealed" || one.do === "raised") [square[one.seat], arrived[one.seat]] = [one.square, one.arrived];
  }
  return { square, arrived };
}

/** The cards that lie open, as they came: the position only knows how many they are. */
export function openIn(past: readonly Effect[]): Played[] {
  const round = past.slice(past.findLastIndex((one) => one.do === "turned") + 1);
  return round.filter((one) => one.do === "revealed" || one.do === "raised");
}
