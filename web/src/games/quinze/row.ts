/** Which card lies where in the row, and how a turn ended; the rules only know which are face down. */

import type { Happened } from "../../lib/responses";

export const DOWN = -1;

/** The row after the news: cards just turned go to the place touched, else to the first free one. */
export function rowAfter(before: number[], turned: number[], n: number, wanted: number): number[] {
  const isNew = before.length !== n || before.some((card) => card !== DOWN && !turned.includes(card));
  const row = isNew ? Array.from({ length: n }, () => DOWN) : [...before];
  for (const card of turned) {
    if (row.includes(card)) continue;
    const place = !isNew && row[wanted] === DOWN ? wanted : row.indexOf(DOWN);
    row[place] = card;
  }
  return row;
}

/** The row with one more card turned; when all were, they had been shuffled first. */
export function rowWith(before: number[], card: number, wanted: number): number[] {
  const row = before.includes(DOWN) ? before : before.map(() => DOWN);
  return rowAfter(row, [...row.filter((one) => one !== DOWN), card], row.length, wanted);
}

/** A turn that has just ended, as the server told it. */
export interface Ended {
  number: number;
  seat: number;
  isLost: boolean;
  n: number; // the points kept, or lost
}

export function lastEnded(events: Happened[]): Ended | null {
  for (const { number, news, tell } of events.toReversed()) {
    const kept = news?.find((words) => words.key === "quinze.news.kept")?.facts;
    if (!kept) continue;
    const n = Number(tell?.facts?.["n"] ?? kept["n"]);
    return { number, seat: Number(kept["seat"]) - 1, isLost: tell?.key === "quinze.tell.bust", n };
  }
  return null;
}
