/** What has happened, in lines of words: one for each move, one for a run of chance. */

import type { Happened, Words } from "../lib/responses";

export interface Line {
  number: number; // of the event that it ends with
  text: string;
}

/** How a log is put into words. */
export interface Voice {
  say: (words: Words) => string;
  who: (seat: number) => string;
  t: (key: string, facts?: Record<string, unknown>) => string;
}

const MOST = 8; // draws that are told one by one
const PLAIN = ["sit", "leave", "fill", "unseal", "undo", "ask", "resign", "away", "back", "abandon"];

export function lines(events: Happened[], voice: Voice): Line[] {
  const found: Line[] = [];
  const laid = new Set<number>(); // seats whose card lies face down: when it is turned, it was told already
  let draws: { number: number; what: string }[] = [];

  function chance(): void {
    const last = draws.at(-1);
    if (!last) return;
    const what = draws.map((one) => one.what).join(", ");
    const text = draws.length > MOST ? voice.t("web.event.draws", { n: draws.length }) : voice.t("play.chance", { what });
    found.push({ number: last.number, text });
    draws = [];
  }

  for (const event of events) {
    if (event.kind === "draw" && event.tell) draws.push({ number: event.number, what: voice.say(event.tell) });
    else if (event.kind !== "draw") chance();
    const text = event.kind === "draw" ? "" : told(event, laid, voice);
    if (text) found.push({ number: event.number, text });
    if (event.news?.length) chance();
    for (const words of event.news ?? []) found.push({ number: event.number, text: voice.say(words) });
  }
  chance();
  return found;
}

/** What somebody did. */
function told(event: Happened, laid: Set<number>, { say, who, t }: Voice): string {
  const seat = event.seat ?? -1;
  const name = event.seat === undefined ? "" : who(event.seat);
  if (event.kind === "unseal") laid.delete(seat);
  if (event.kind === "play" && laid.delete(seat)) return "";
  if (event.kind === "seal") laid.add(seat);
  if (event.kind === "seal" || event.kind === "play") {
    return event.tell ? t("play.did", { who: name, what: say(event.tell) }) : t("web.event.seal", { who: name });
  }
  if (event.kind === "react") return t("web.event.react", { who: name, what: t(`web.react.${String(event["what"])}`) });
  if (event.kind === "begin") return t("web.event.begin", { who: who(Number(event["first"])) });
  return PLAIN.includes(event.kind) ? t(`web.event.${event.kind}`, { who: name }) : "";
}
