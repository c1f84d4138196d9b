/** What has just happened, as far as the table shows it. */

import { t } from "../../lib/here.svelte";
import type { Happened } from "../../lib/responses";
import { faceOf, faceWords } from "./toy";

/** The times the die fell. */
export function rollsOf(events: Happened[]): Happened[] {
  return events.filter((event) => event.tell?.key === "rafletout.tell.roll");
}

function wonBy(event: Happened): number | undefined {
  const won = event.news?.find((words) => words.key === "rafletout.news.won");
  return won && Number(won.facts?.["seat"]) - 1;
}

/** Who has won a round. */
export function winnerOf(events: Happened[]): number | undefined {
  return events.map(wonBy).find((seat) => seat !== undefined);
}

/** What fell and was done with before the face that lies up now, and who won a round. */
export function earlierIn(events: Happened[], nameOf: (seat: number) => string): string {
  const past = rollsOf(events).slice(0, -1);
  const told = events.flatMap((event) => {
    const seat = wonBy(event);
    if (seat !== undefined) return [t("web.rafletout.won", { who: nameOf(seat) })];
    return past.includes(event) ? [faceWords(faceOf(event.say ?? ""))] : [];
  });
  return told.join(" · ");
}
