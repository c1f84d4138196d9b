/** From the places that are touched to an action; what a place means, only the server knows. */

import type { Choice } from "./responses";

/** The actions that begin with the places chosen so far. */
export function fitting(actions: Choice[], chosen: string[]): Choice[] {
  return actions.filter((action) => chosen.every((place, i) => action.at[i] === place));
}

/** The places that may be touched next. */
export function lit(actions: Choice[], chosen: string[]): Set<string> {
  const next = fitting(actions, chosen).map((action) => action.at[chosen.length]);
  return new Set(next.filter((place) => place !== undefined));
}

/** The place to touch next for an action: after those chosen, or its first where they lead elsewhere. */
export function nextPlace(action: Choice, chosen: string[]): string | undefined {
  return action.at[fitting([action], chosen).length > 0 ? chosen.length : 0];
}

/** What a touch leads to: an action, more places to choose, or nothing. */
export function touch(
  actions: Choice[],
  chosen: string[],
  place: string,
): { action: Choice } | { chosen: string[] } | null {
  for (const before of [chosen, []]) {
    const now = [...before, place];
    const found = fitting(actions, now);
    const whole = found.find((action) => action.at.length === now.length);
    if (whole && found.length === 1) return { action: whole };
    if (found.length > 0) return { chosen: now };
  }
  return null;
}
