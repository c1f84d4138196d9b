/** What has just happened, from what the table tells: hands walk, coins pass, empty hands leave. */

import type { Happened, Words } from "../../lib/responses";
import { NOWHERE, squareOf } from "./squares";

export const PACE = 85; // milliseconds for a step
export const FLIGHT = 360; // for a coin

export interface Act {
  seat: number;
  way: number[]; // the squares of a walk, first and last included; empty: nobody walks
  passes: { from: number; to: number }[]; // coins, from square to square; to nowhere: out of the game
  gone: { seat: number; square: number }[]; // hands that have left
}

/** The acts among some events; `moved` is where the hand stands that moved before them. */
export function story(events: Happened[], moved = NOWHERE): Act[] {
  const acts: Act[] = [];
  for (const event of events) {
    const found = event.kind === "play" ? act(event, moved) : null;
    if (!found) continue;
    moved = found.way.at(-1) ?? moved;
    acts.push(found);
  }
  return acts;
}

function act({ seat = 0, say = "", tell, news = [] }: Happened, moved: number): Act | null {
  const gone = squares(news, "bonne-main.news.gone");
  const move = /^([a-i]\d)-([a-i]\d)$/.exec(say);
  if (move) {
    const by = (tell?.facts?.["by"] ?? []) as string[];
    const way = [move[1]!, ...by, move[2]!].map(squareOf);
    const passes = squares(news, "bonne-main.news.stolen").map(({ square }) => ({ from: square, to: way.at(-1)! }));
    return { seat, way, passes, gone };
  }
  const [word, name = ""] = say.split(" ");
  const square = squareOf(name);
  if (word === "drop") return { seat, way: [], passes: [{ from: square, to: NOWHERE }], gone };
  if (moved < 0) return null;
  if (word === "take") return { seat, way: [], passes: [{ from: square, to: moved }], gone };
  return word === "give" ? { seat, way: [], passes: [{ from: moved, to: square }], gone } : null;
}

function squares(news: Words[], key: string): { seat: number; square: number }[] {
  const found = news.filter((words) => words.key === key);
  return found.map(({ facts }) => ({ seat: Number(facts?.["seat"]) - 1, square: squareOf(String(facts?.["hand"])) }));
}

/** How long an act's walk takes, and then its coins. */
export function lengths({ way, passes }: Act): [walk: number, coins: number] {
  return [PACE * Math.max(0, way.length - 1), passes.length > 0 ? FLIGHT : 0];
}

/** What the hands on some squares have won or lost in an act. */
export function balance({ passes }: Act): [square: number, coins: number][] {
  const sums: Record<number, number> = {};
  for (const { from, to } of passes) {
    sums[from] = (sums[from] ?? 0) - 1;
    if (to !== NOWHERE) sums[to] = (sums[to] ?? 0) + 1;
  }
  return Object.entries(sums).map(([square, coins]) => [Number(square), coins]);
}
