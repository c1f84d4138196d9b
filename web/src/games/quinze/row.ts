/** Which card lies where in the row; the rules only know which are still face down. */

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

/** A turn that has just ended, as the server told it. */
export interface Ended {
  number: number;
  seat: number;
  lost: boolean;
}

interface Told {
  number: number;
  kind: string;
  say?: string;
  news?: { key: string; facts?: Record<string, unknown> }[];
}

export function lastEnded(events: Told[]): Ended | null {
  for (const event of events.toReversed()) {
    const kept = event.news?.find((words) => words.key === "quinze.news.kept");
    if (!kept) continue;
    const lost = event.kind === "draw" && event.say === "bust";
    return { number: event.number, seat: Number(kept.facts?.["seat"]) - 1, lost };
  }
  return null;
}
