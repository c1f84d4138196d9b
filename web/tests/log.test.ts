// @vitest-environment node
/** What has happened, in words. */

import { expect, it } from "vitest";
import type { Effect, Happened } from "../src/lib/responses";
import { lines, undone, type Voice } from "../src/table/log";

const KNOWN = ["laid", "turned", "passed", "drew", "drew.many", "rolled", "rolled.many"].map((kind) => `whist.does.${kind}`);
const voice: Voice = {
  say: ({ key, facts = {} }) => [key.replace("whist.does.", ""), ...Object.values(facts)].join(" "),
  knows: (key) => [...KNOWN, "does.did"].includes(key),
  who: (seat) => "ABC"[seat]!,
  t: (key, facts = {}) => [key, ...Object.values(facts)].join(" "),
};
let number = 0;

function event(kind: string, seat?: number, effects: Effect[] = [], tell?: string): Happened {
  const who = seat === undefined ? {} : { seat };
  return { number: number++, at: 0, kind, ...who, effects, ...(tell ? { tell: { key: tell } } : {}) };
}

const texts = (events: Happened[]) => lines("whist", events, voice).map((line) => line.text);
const laid = (seat: number) => ({ do: "laid", seat });

it("tells a card laid in secret once, and again only what is turned up", () => {
  const turned = { do: "turned", seat: 1 };
  const events = [event("seal", 0), event("seal", 1, [], "bell 2"), event("play", 0, [laid(0)]), event("play", 1, [laid(1), turned])];
  expect(texts(events)).toEqual(["web.event.seal A", "Bell 2", "Turned turned 1"]);
});

it("tells that a card was taken back", () => {
  const events = [event("seal", 1, [], "bell 2"), event("unseal", 1), event("play", 1, [laid(1)])];
  expect(texts(events)).toEqual(["Bell 2", "web.event.unseal B", "Laid laid 1"]);
});

it("tells a run of small effects of one seat in one line, where there is a sentence for it", () => {
  const dice = ["bell", "gear", "cloud"].map((what) => event("draw", undefined, [{ do: "rolled", what }]));
  expect(texts([...dice, event("play", 0, [{ do: "passed", seat: 0 }])])).toEqual([
    "Rolled.many rolled bell,gear,cloud 3",
    "Passed passed 0",
  ]);
  const cards = [0, 0, 1].map((seat) => event("draw", undefined, [{ do: "drew", seat, what: "?" }]));
  expect(texts(cards)).toEqual(["Drew.many drew 0 ?,? 2", "Drew drew 1 ?"]);
  expect(texts([event("play", 0, [laid(0)]), event("play", 0, [laid(0)])])).toEqual(["Laid laid 0", "Laid laid 0"]);
});

it("says nothing of what has no sentence, and tells a game without effects of its own", () => {
  const did = { do: "did", seat: 1, what: "roll" };
  expect(texts([event("draw", undefined, [{ do: "asks" }]), event("play", 1, [did]), event("end")])).toEqual(["Does.did did 1 roll"]);
});

it("keeps the order of what happens on the board and beside it", () => {
  const events = [event("play", 0, [laid(0)]), event("resign", 1), event("play", 2, [laid(2)])];
  expect(texts(events)).toEqual(["Laid laid 0", "web.event.resign B", "Laid laid 2"]);
});

it("numbers a line by the event that it ends with", () => {
  const dice = [1, 2].map((what) => event("draw", undefined, [{ do: "rolled", what }]));
  expect(lines("whist", dice, voice)[0]!.number).toBe(dice[1]!.number);
});

it("strikes out what was taken back, and nothing else", () => {
  const back = (to: number): Happened => ({ ...event("undo", 0), to });
  const drew = (seat: number) => ({ do: "drew", seat, what: "?" });
  const events = [
    ...[event("draw", undefined, [drew(0)]), event("draw", undefined, [drew(0)]), event("play", 1)],
    ...[back(1), event("play", 0, [laid(0)]), event("play", 1, [laid(1)]), back(2)],
  ];
  const found = lines("whist", events, voice).map(({ text, isUndone }) => [text, isUndone]);
  expect(found).toEqual([
    ["Drew drew 0 ?", false],
    ["Drew drew 0 ?", true],
    ["web.event.undo A", false],
    ["Laid laid 0", false],
    ["Laid laid 1", true],
    ["web.event.undo A", false],
  ]);
});

it("counts what a file has brought to the table when something is taken back", () => {
  const at = (number: number, kind: string, more = {}): Happened => ({ number, at: 0, kind, ...more });
  const events = [at(0, "open", { brought: [4, 5, 6] }), at(1, "play"), at(2, "play"), at(3, "undo", { to: 4 })];
  expect([...undone(events)]).toEqual([2]);
});
