/** News as they are shown: cut in pieces where the board is held on the way. */

import type { Effect, Happened, News, Pause } from "../lib/responses";

export interface Scene {
  news: News; // as if no more had happened
  banner: Effect | null; // what is said in large letters while it is seen
  thrower: number | null; // the seat that is to throw now
  isHeld: boolean; // it stays until its banner is read
  isEnd: boolean; // the game is over, and the result is still to come
  isMore: boolean; // it begins with the rest of the event before
}

/** A moment in some events: so many effects of one of them have happened. */
type Moment = Pick<Pause, "number" | "effects">;

const START: Moment = { number: -1, effects: 0 };
const END: Moment = { number: Infinity, effects: 0 };

/** The events from one moment to another; one that lies on both sides is cut. */
function between(events: Happened[], from: Moment, to: Moment): Happened[] {
  return events.flatMap((event) => {
    const { number, effects } = event;
    if (number < from.number || number > to.number || (number === to.number && to.effects === 0)) return [];
    const first = number === from.number ? from.effects : 0;
    const last = number === to.number ? to.effects : undefined;
    if (!effects || (first === 0 && last === undefined)) return [event];
    const some = effects.slice(first, last);
    return first > 0 && some.length === 0 ? [] : [{ ...event, effects: some }];
  });
}

/** The effect that a pause stands behind. */
function heldAt({ events }: News, { number, effects }: Pause): Effect | null {
  return events.find((event) => event.number === number)?.effects?.[effects - 1] ?? null;
}

/** All that is shown of some news at once: only the last banner is still worth reading. */
export function atOnce(news: News): Scene[] {
  const pause = news.pauses?.findLast(({ throw: seat }) => seat === undefined);
  return [{ news, banner: pause ? heldAt(news, pause) : null, thrower: null, isHeld: false, isEnd: false, isMore: false }];
}

/** The scenes of some news, one for each pause that `isKept`, and, if `ends`, one before the result. */
export function scenesOf(news: News, isKept: (pause: Pause) => boolean, ends: boolean): Scene[] {
  const scenes: Scene[] = [];
  let from = START;
  for (const pause of (news.pauses ?? []).filter(isKept)) {
    const { figures = news.figures, number, throw: thrower = null } = pause;
    const view = { ...news.view, ...pause.view };
    const events = between(news.events, from, pause);
    const banner = thrower === null ? heldAt(news, pause) : null;
    const part: News = { ...news, events, view, figures, number, actions: [], status: "playing" };
    scenes.push({ news: part, banner, thrower, isHeld: true, isEnd: false, isMore: from.effects > 0 });
    from = pause;
  }
  const events = between(news.events, from, END);
  const last = { banner: null, thrower: null, isHeld: false, isEnd: false, isMore: from.effects > 0 };
  if (!ends) return [...scenes, { ...last, news: { ...news, events } }];
  const [board, end] = [events.filter(({ kind }) => kind !== "end"), events.filter(({ kind }) => kind === "end")];
  scenes.push({ ...last, news: { ...news, events: board, status: "playing" }, isHeld: true, isEnd: true });
  return [...scenes, { ...last, news: { ...news, events: end }, isMore: false }];
}
