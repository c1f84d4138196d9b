/** Laying tables from the page: who I am, and the promise with which I stir the dice. */

import { entropy } from "../lib/dice";
import { recall, remember, t } from "../lib/here.svelte";
import * as host from "../lib/host";
import type { GameFacts } from "../lib/protocol";

/** Minutes of a game: of the sheets, or measured where they are silent. */
export const MINUTES: Record<string, string> = {
  rafletout: "20–30",
  raise: "20–30",
  rolit: "10",
  quinze: "5–10",
  "bonne-main": "15–20",
};

export function myName(): string {
  return recall("name") ?? t("web.player", { n: 1 });
}

export function callMe(name: string): void {
  remember("name", name);
}

/** What I stir the dice with at a table, kept until it is shown. */
export function keepEntropy(table: string, seat: number, bytes: string): void {
  try {
    sessionStorage.setItem(`stir.${table}.${seat}`, bytes);
  } catch {
    return;
  }
}

export function keptEntropy(table: string, seat: number): string | null {
  try {
    return sessionStorage.getItem(`stir.${table}.${seat}`);
  } catch {
    return null;
  }
}

export interface SeatWish {
  who: "me" | "bot" | "open";
  name?: string;
  bot?: string;
  promise?: string;
}

/** Lay a table; for every seat of mine with a promise. */
export async function layTable(wish: { seats: SeatWish[] } & Record<string, unknown>): Promise<{ table: string; code?: string }> {
  const stirred = new Map<number, string>();
  const seats: SeatWish[] = [];
  for (const [i, seat] of wish.seats.entries()) {
    if (seat.who === "me") {
      const mine = await entropy();
      stirred.set(i, mine.bytes);
      seats.push({ ...seat, promise: mine.promise });
    } else seats.push(seat);
  }
  const laid = await host.lay({ ...wish, seats });
  if (!(await host.mine()).some((line) => line.table === laid.table)) {
    throw new host.Refusal({ code: "cookies", key: "web.cookies" });
  }
  for (const [seat, bytes] of stirred) keepEntropy(laid.table, seat, bytes);
  if (laid.code) remember(`code.${laid.table}`, laid.code);
  return laid;
}

/** One tap: me against bots of a middling strength, as many as the game likes. */
export async function playNow(game: GameFacts, name: string): Promise<string> {
  const players = Math.min(Math.max(game.low, game.name === "rolit" || game.name === "quinze" ? 2 : 3), game.high);
  const bot = game.bots[Math.min(1, game.bots.length - 1)]?.bot ?? "random";
  const rivals: SeatWish[] = Array.from({ length: players - 1 }, () => ({ who: "bot", bot }));
  const laid = await layTable({ game: game.name, seats: [{ who: "me", name }, ...rivals] });
  return laid.table;
}
