/** How a game ended, in sentences: who has won, by how much, and how the points came about. */

import type { Effect, Occupant, Result } from "../lib/responses";
import type { Voice } from "./log";

/** Points in the game's own unit. */
export function inUnits(game: string, n: number, { knows, t }: Voice): string {
  const key = `${game}.unit`;
  return knows(key) ? t(key, { n }) : String(n);
}

/** Who has won and by how much; whoever gave up decided it, and the points did not. */
export function outcomeOf(game: string, result: Result, seats: Occupant[], mine: number[], voice: Voice): string {
  const { scores = [], winners = [] } = result;
  const { t, knows, who } = voice;
  const best = Math.max(...winners.map((seat) => scores[seat] ?? 0));
  if (seats.length === 1) {
    const key = `${game}.unit.alone`;
    return t("web.outcome.alone", { score: knows(key) ? t(key, { n: best }) : inUnits(game, best, voice) });
  }
  const isDecided = !seats.some((place) => place.resigned);
  const others = scores.filter((_, seat) => !winners.includes(seat));
  const isDuel = isDecided && scores.length === 2 && winners.length === 1;
  const score = isDuel ? t("web.outcome.duel", { score: inUnits(game, best, voice), other: others[0] }) : inUnits(game, best, voice);
  const by = t("web.outcome.by", { how: !isDecided ? "none" : isDuel ? "duel" : "score", score });
  const names = winners.map(who);
  if (winners.length !== 1) return t("web.outcome.shared", { who: names.slice(0, -1), last: names.at(-1), by });
  if (mine.length !== 1) return t("web.outcome.wins", { who: names, by });
  return mine[0] === winners[0] ? t("web.outcome.won", { by }) : t("web.outcome.lost", { who: names, by });
}

/** How a seat's points came about, where the game tells; from what the last action did. */
export function reckoning(game: string, effects: readonly Effect[], seat: number, { say, knows }: Voice): string {
  return effects
    .filter((effect) => effect["seat"] === seat && knows(`${game}.count.${effect.do}`))
    .map(({ do: kind, ...facts }) => say({ key: `${game}.count.${kind}`, facts }))
    .join(" ");
}
