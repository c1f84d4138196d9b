/** The fields of a position that are drawn, and how the things in it are named. */

import { here, t } from "../../lib/here.svelte";
import type { View as AnyView } from "../board";
import type { Box, View } from "./wire";

/** Far apart to every kind of colour-blind eye; the number on the pawn tells the rest. */
export const PAWNS = ["#113d97", "#b04810", "#23835b", "#8a427a", "#362f22"];

export type { Box, View as Seen };

export const seen = (view: AnyView): View => view as unknown as View;
export const boxed = (box: Record<string, unknown>): Box => box as unknown as Box;

/** One for the board's own picture, and one for each die. */
export function multipliers(view: View, box: Box): number[] {
  return box.symbols.map((_, symbol) => 1 + view.dice.filter((face) => face === symbol).length);
}

/** What a card is worth now; null before the dice lie. */
export function valueNow(view: View, box: Box, card: number): number | null {
  if (view.rolled < view.dice.length) return null;
  return (box.number[card] ?? 0) * (multipliers(view, box)[box.symbol[card] ?? 0] ?? 1);
}

export function symbolOf(box: Box, card: number): string {
  return box.symbols[box.symbol[card] ?? 0] ?? "";
}

export function symbolName(name: string): string {
  const key = `raise.symbol.${name}`;
  return here.speaker.knows(key) ? t(key) : name;
}

export function cardName(box: Box, card: number): string {
  return t("raise.card", { symbol: symbolName(symbolOf(box, card)), n: box.number[card], worth: box.worth[card] });
}

/** The kinds of card that are there, with how many. */
export function kinds(counts: number[] | undefined): { card: number; n: number }[] {
  return (counts ?? []).map((n, card) => ({ card, n })).filter(({ n }) => n > 0);
}

/** The cards that have come to a row since, one by one. */
export function fresh(now: number[] | undefined, before: number[] | undefined): number[] {
  return kinds(now).flatMap(({ card, n }) => Array<number>(Math.max(0, n - (before?.[card] ?? 0))).fill(card));
}

/** A card of the deck that is worth more than most. */
export function isStar(box: Box, card: number): boolean {
  return (box.labels[card] ?? "").endsWith("*");
}
