// @vitest-environment node
/** What has happened, in words. */

import { expect, it } from "vitest";
import type { Happened } from "../src/lib/responses";
import { lines, type Voice } from "../src/table/log";

const voice: Voice = {
  say: (words) => words.key,
  who: (seat) => "ABC"[seat]!,
  t: (key, facts = {}) => [key, ...Object.values(facts)].join(" "),
};
let number = 0;

function event(kind: string, seat?: number, what?: string, news: string[] = []): Happened {
  return {
    number: number++,
    at: 0,
    kind,
    ...(seat === undefined ? {} : { seat }),
    ...(what ? { tell: { key: what } } : {}),
    news: news.map((key) => ({ key })),
  };
}

const texts = (events: Happened[]) => lines(events, voice).map((line) => line.text);

it("tells a card laid in secret once, and again only what is turned up", () => {
  const events = [event("seal", 0), event("seal", 1, "bell 2"), event("play", 0), event("play", 1, "bell 2", ["reveal"])];
  expect(texts(events)).toEqual(["web.event.seal A", "play.did B bell 2", "reveal"]);
});

it("tells that a card was taken back", () => {
  const events = [event("seal", 1, "bell 2"), event("unseal", 1), event("play", 1, "gear 3")];
  expect(texts(events)).toEqual(["play.did B bell 2", "web.event.unseal B", "play.did B gear 3"]);
});

it("tells chance in one line, and only counts a whole deal", () => {
  const dice = ["bell", "gear", "cloud"].map((what) => event("draw", undefined, what));
  expect(texts([...dice, event("play", 0, "pass")])).toEqual(["play.chance bell, gear, cloud", "play.did A pass"]);
  expect(texts(Array.from({ length: 27 }, () => event("draw", undefined, "token")))).toEqual(["web.event.draws 27"]);
});

it("keeps what chance led to after it, and says nothing of what nobody may see", () => {
  expect(texts([event("draw", undefined, "6", ["won"]), event("draw"), event("end")])).toEqual(["play.chance 6", "won"]);
});

it("numbers a line by the event that it ends with", () => {
  const dice = [event("draw", undefined, "1"), event("draw", undefined, "2")];
  expect(lines(dice, voice)[0]!.number).toBe(dice[1]!.number);
});
