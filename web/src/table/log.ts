/** What has happened, in lines of words: a sentence for each effect, one for a run of small ones. */

import type { Effect, Happened, Words } from "../lib/responses";

export interface LogLine {
  number: number; // of the event that it ends with
  text: string;
  isUndone: boolean; // it was taken back
}

/** How a log is put into words. */
export interface Voice {
  say: (words: Words) => string;
  knows: (key: string) => boolean;
  who: (seat: number) => string;
  t: (key: string, facts?: Record<string, unknown>) => string;
}

const PLAIN = ["sit", "leave", "fill", "unseal", "undo", "ask", "advice", "resign", "away", "back", "hand", "abandon"];

/** The sentence of an effect that is alone, or the first of several alike. */
function keyOf(game: string, { do: kind }: Effect): string {
  return kind === "did" ? "does.did" : `${game}.does.${kind}`;
}

/** How many actions lay on the board already when the table was laid: those of a file that was opened. */
export function broughtTo([first]: Happened[]): number {
  return first?.number === 0 && Array.isArray(first["brought"]) ? first["brought"].length : 0;
}

/** The numbers of the events on the board that were taken back. */
export function undone(events: Happened[]): Set<number> {
  const brought = broughtTo(events);
  const standing: number[] = [];
  const found = new Set<number>();
  for (const { number, kind, to } of events) {
    if (kind === "play" || kind === "draw") standing.push(number);
    if (kind === "undo") standing.splice(Number(to) - brought).forEach((one) => found.add(one));
  }
  return found;
}

type Untold = Effect & Omit<LogLine, "text">;

/** The sentences of some effects, each with the number of its event. */
function tell(game: string, effects: Untold[], voice: Voice): LogLine[] {
  const found: (Omit<LogLine, "text"> & { key: string; facts: Record<string, unknown>; whats: unknown[] })[] = [];
  for (const { number, isUndone, ...effect } of effects) {
    const key = keyOf(game, effect);
    if (!voice.knows(key)) continue; // it is seen, and not told
    const last = found.at(-1);
    const isAlike = last?.key === key && last.facts["seat"] === effect["seat"] && last.isUndone === isUndone;
    if (isAlike && voice.knows(`${key}.many`)) {
      Object.assign(last, { number, facts: effect, whats: [...last.whats, effect["what"]] });
    } else found.push({ number, isUndone, key, facts: effect, whats: [effect["what"]] });
  }
  return found.map(({ number, isUndone, key, facts, whats }) => {
    const n = whats.length;
    const words = n > 1 ? { key: `${key}.many`, facts: { ...facts, what: whats, n } } : { key, facts };
    return { number, isUndone, text: capital(voice.say(words)) };
  });
}

/** A sentence may begin with what somebody is called. */
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function lines(game: string, events: Happened[], voice: Voice, gone = undone(events)): LogLine[] {
  const found: LogLine[] = [];
  const laid = new Set<number>(); // seats whose choice lies face down: when it is opened, it was told already
  let untold: Untold[] = [];
  const pause = () => {
    found.push(...tell(game, untold, voice));
    untold = [];
  };
  for (const event of events) {
    const seat = event.seat ?? -1;
    const effects = (event.effects ?? []).map((effect) => ({ ...effect, number: event.number, isUndone: gone.has(event.number) }));
    const isOpened = event.kind === "play" && laid.delete(seat);
    if (event.kind === "seal") laid.add(seat);
    if (event.kind === "unseal") laid.delete(seat);
    if (event.kind === "fewer") found.length = 0; // who sat down before has another seat now
    untold.push(...(isOpened ? effects.slice(1) : effects));
    const text = about(event, voice);
    if (!text) continue;
    pause();
    found.push({ number: event.number, isUndone: false, text });
  }
  pause();
  return found;
}

/** What somebody did, other than on the board. */
function about(event: Happened, { say, who, t }: Voice): string {
  const name = event.seat === undefined ? "" : who(event.seat);
  if (event.kind === "seal") return event.tell ? capital(say(event.tell)) : t("web.event.seal", { who: name });
  if (event.kind === "react") return t("web.event.react", { who: name, what: t(`web.react.${String(event["what"])}`) });
  if (event.kind === "consent") return t(event["yes"] ? "web.event.consent.yes" : "web.event.consent.no", { who: name });
  if (event.kind === "begin") return t("web.event.begin", { who: who(Number(event["first"])) });
  return PLAIN.includes(event.kind) ? t(`web.event.${event.kind}`, { who: name }) : "";
}
