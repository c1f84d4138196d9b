/** The order in which tokens lie: nothing slides under a finger as long as the same roll is played. */

import { members } from "../../lib/kit/bits";
import { TOKENS } from "./toy";

export const HOLE = -1; // where a token has just been taken away

/** [holder] -> tokens; set in order when the die has fallen, else left where they lie.
 *  Only whoever rolled keeps them in order all the time. */
export function settle(before: number[][], held: number[], isRolled: boolean, turn: number): number[][] {
  return held.map((set, holder) => {
    const now = members(set, TOKENS);
    const last = before[holder];
    if (isRolled || holder === turn || !last) return now;
    const kept = last.map((token) => (now.includes(token) ? token : HOLE));
    return [...kept, ...now.filter((token) => !last.includes(token))];
  });
}
