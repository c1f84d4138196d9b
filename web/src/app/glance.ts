/** A table at a glance: as a passer-by sees it, so that nobody is told that its owner has come back. */

import { isHere } from "../lib/host";
import type { News } from "../lib/responses";

const NEWEST = 2 ** 31 - 1; // after this number there are no events to send

export interface Glance {
  names: string[]; // [seat]; empty for a bot or a free seat
  bots: number;
  free: number;
  acting: number[];
}

export function glanced(news: Pick<News, "seats" | "acting">): Glance {
  const seats = news.seats ?? [];
  return {
    names: seats.map((place) => place.name ?? ""),
    bots: seats.filter((place) => place.bot).length,
    free: seats.filter((place) => !place.name && !place.bot).length,
    acting: news.acting,
  };
}

/** Nothing where the table cannot be seen: its line in a list says enough. */
export async function glance(table: string): Promise<Glance | null> {
  if (isHere(table)) return null; // nothing is started only to look
  try {
    const answer = await fetch(`/api/tables/${table}?since=${NEWEST}`, { credentials: "omit" });
    return answer.ok ? glanced((await answer.json()) as News) : null;
  } catch {
    return null;
  }
}
