/** Who is to sit around a table that is not laid yet. */

import type { GameFacts } from "../lib/responses";

export interface SeatWish {
  who: "me" | "bot" | "open";
  name?: string;
  bot?: string;
  promise?: string;
}

/** Whom one plays with; `mixed`: chosen seat by seat. */
export const WITH = ["bots", "friends", "screen", "mixed"] as const;
export type With = (typeof WITH)[number];

/** As many as like to play together: a rival where one may play alone, else a company of three. */
export function usualPlayers(game: Pick<GameFacts, "low" | "high">): number {
  return Math.min(Math.max(game.low, game.low === 1 ? 2 : 3), game.high);
}

/** A bot of a middling strength. */
export function usualBot(game: Pick<GameFacts, "bots">): string {
  return game.bots[Math.min(1, game.bots.length - 1)]?.bot ?? "random";
}

/** Who sits on a seat when all but the first are alike; `mixed` leaves everybody where they are. */
function other(how: With, bot: string, name: string, now: SeatWish | undefined): SeatWish {
  if (how === "bots") return { who: "bot", bot };
  if (how === "screen") return { who: "me", name: now?.name || name };
  return how === "mixed" && now ? now : { who: "open" };
}

/** The seats for so many players; `nameOf` calls those who have no name yet, if it can. */
export function arrange(
  how: With,
  players: number,
  bot: string,
  nameOf: (seat: number) => string,
  now: SeatWish[] = [],
): SeatWish[] {
  const first: SeatWish = how === "mixed" && now[0] ? now[0] : { who: "me", name: now[0]?.name || nameOf(0) };
  return Array.from({ length: players }, (_, i) => (i === 0 ? first : other(how, bot, nameOf(i), now[i])));
}

/** The same people, with the first of them in another seat: whoever sat there takes the first. */
export function moved(seats: readonly SeatWish[], to: number): SeatWish[] {
  return seats.map((seat, i) => (i === 0 ? seats[to]! : i === to ? seats[0]! : seat));
}
