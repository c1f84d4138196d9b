/** Which card lies where in the row: the rules only know which are face down. */

import type { Effect } from "./wire";

export const DOWN = -1;

/** The row as whoever has just come in sees it. */
export function freshRow(up: number[], n: number): number[] {
  return Array.from({ length: n }, (_, i) => up[i] ?? DOWN);
}

/** The rows after each of some effects: a card is turned where one has touched, else at the first free place. */
export function rowsAfter(row: number[], effects: readonly Effect[], touched: number): number[][] {
  return effects.map((effect) => {
    if ("card" in effect) row = row.with(row[touched] === DOWN ? touched : row.indexOf(DOWN), effect.card);
    const isNext = effect.do === "gathered" && !effects.some((one) => one.do === "decided"); // at the end they stay
    if (effect.do === "shuffled" || isNext) row = row.map(() => DOWN);
    return row;
  });
}
