/** How tokens lie before their holders, and which of them pass at the same time. */

import type { Effect } from "./wire";

export const HOLE = -1; // where a token has just been taken away

/** [holder] -> tokens; set in order when the die has fallen, else left where they lie.
 *  Only whoever rolled keeps them in order all the time. */
export function settle(before: number[][], held: number[][], isRolled: boolean, turn: number): number[][] {
  return held.map((now, holder) => {
    const last = before[holder];
    if (isRolled || holder === turn || !last) return now;
    const kept = last.map((token) => (now.includes(token) ? token : HOLE));
    return [...kept, ...now.filter((token) => !last.includes(token))];
  });
}

/** Tokens that pass at the same time: token -> its new holder. */
export type Stream = Map<number, number>;

/** What one deed moves, or a whole deal, straight from whoever held all. */
export function streamsOf(effects: readonly Effect[]): Stream[] {
  const streams: Stream[] = [new Map()];
  for (const effect of effects) {
    const stream = streams.at(-1)!;
    if (effect.do === "moved") for (const token of effect.tokens) stream.set(token, effect.to);
    else if (effect.do === "dealt") stream.set(effect.token, effect.to);
    else streams.push(new Map());
  }
  return streams.filter(({ size }) => size > 0);
}
