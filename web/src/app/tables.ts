/** Laying tables from the page: who I am, and the promise with which I stir the dice. */

import { entropy } from "../lib/dice";
import { go, here, recall, remember } from "../lib/here.svelte";
import * as host from "../lib/host";
import type { GameFacts, Problem } from "../lib/responses";
import { seenAt } from "../lib/seen";
import { arrange, usualBot, usualPlayers, type SeatWish, type With } from "./company";

/** The name one has typed last, if any. */
export const typedName = (): string => recall("name") ?? "";

export function callMe(name: string): void {
  remember("name", name);
}

/** Lay a table; for every seat of mine with a promise. */
export async function layTable(wish: { seats: SeatWish[] } & Record<string, unknown>): Promise<{ table: string; code?: string }> {
  const stirred = new Map<number, string>();
  const seats: SeatWish[] = [];
  for (const [i, seat] of wish.seats.entries()) {
    if (seat.who === "me") {
      const { name, ...unnamed } = seat;
      const mine = await entropy();
      stirred.set(i, mine.bytes);
      seats.push({ ...unnamed, ...(name?.trim() ? { name } : {}), promise: mine.promise });
    } else seats.push(seat);
  }
  const laid = await host.lay({ ...wish, seats });
  if (!host.isHere(laid.table) && !(await host.mine()).some((line) => line.table === laid.table)) {
    throw new host.Refusal({ code: "cookies", key: "web.cookies" });
  }
  for (const [seat, bytes] of stirred) seenAt(laid.table).stir(seat, bytes);
  if (laid.code) remember(`code.${laid.table}`, laid.code);
  return laid;
}

/** One tap: me with company as usual. */
function layNow(game: GameFacts, how: With): Promise<{ table: string }> {
  return layTable({ game: game.name, seats: arrange(how, usualPlayers(game), usualBot(game), typedName) });
}

/** One tap: me against bots. */
export const playNow = async (game: GameFacts): Promise<string> => (await layNow(game, "bots")).table;

/** The same from a page that knows only the game's name: lay the table and go there. */
export async function play(name: string): Promise<void> {
  const facts = (await host.games()).find((one) => one.name === name);
  if (facts) go(`/t/${await playNow(facts)}`);
}

/** One tap: a table with free seats, whose page shows the link and its picture. */
export const inviteNow = async (game: GameFacts): Promise<string> => (await layNow(game, "friends")).table;

/** What went wrong, to be told. */
export function problemOf(found: unknown): Problem {
  return found instanceof host.Refusal ? found.problem : { code: "lost", key: "web.lost" };
}

/** The sentence of a problem: the server's own, where it sent one. */
export function told(problem: Problem): string {
  return problem.sentence ?? here.speaker.tell(problem);
}
