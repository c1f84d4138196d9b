/** News are cut where the board is held, and nothing is lost or told twice. */

import { expect, it } from "vitest";
import type { Effect, Happened, News, Pause } from "../src/lib/responses";
import { atOnce, scenesOf } from "../src/table/scenes";

const effect = (kind: string): Effect => ({ do: kind });
const event = (number: number, kind: string, ...effects: string[]): Happened => ({ number, at: 0, kind, effects: effects.map(effect) });
const pause = (number: number, effects: number, seat?: number): Pause => ({
  number,
  effects,
  view: { at: `${number} ${effects}` },
  ...(seat === undefined ? {} : { throw: seat }),
});

function news(events: Happened[], pauses: Pause[], more: Partial<News> = {}): News {
  const still: News = { type: "news", seat: 0, number: 9, ply: 5, status: "playing", acting: [0], sealed: [], events };
  return { ...still, actions: [{ id: 1, say: "x", at: ["x"], tell: { key: "x" } }], view: { at: "end" }, pauses, ...more };
}
const always = () => true;
const doneIn = (some: News): string[] => some.events.flatMap(({ effects = [] }) => effects.map((one) => one.do));

it("shows at once what has no pause", () => {
  const all = news([event(1, "play", "put")], []);
  expect(scenesOf(all, always, false).map((scene) => scene.news.view)).toEqual([{ at: "end" }]);
});

it("cuts an event in which the board is held: first what led there, then the rest", () => {
  const sweep = news([event(1, "play", "took", "moved", "won", "moved"), event(2, "draw", "rolled")], [pause(1, 3)]);
  const [held, rest, ...more] = scenesOf(sweep, always, false);
  expect(more).toEqual([]);
  expect(doneIn(held!.news)).toEqual(["took", "moved", "won"]);
  expect(held).toMatchObject({ banner: { do: "won" }, isHeld: true, isMore: false, news: { view: { at: "1 3" }, actions: [] } });
  expect(doneIn(rest!.news)).toEqual(["moved", "rolled"]);
  expect(rest).toMatchObject({ banner: null, isHeld: false, isMore: true, news: { view: { at: "end" } } });
  expect(rest!.news.actions).toHaveLength(1);
});

it("cuts one event twice, and leaves out a rest in which nothing happens", () => {
  const twice = news([event(1, "play", "out", "out")], [pause(1, 1), pause(1, 2)]);
  expect(scenesOf(twice, always, false).map((scene) => doneIn(scene.news))).toEqual([["out"], ["out"], []]);
});

it("waits before a throw, with the position before it", () => {
  const roll = news([event(1, "play", "moved"), event(2, "draw", "rolled"), event(3, "draw", "rolled")], [pause(2, 0, 0)]);
  const [wait, thrown] = scenesOf(roll, always, false);
  expect(wait).toMatchObject({ thrower: 0, banner: null, news: { view: { at: "2 0" } } });
  expect(doneIn(wait!.news)).toEqual(["moved"]);
  expect(thrown!.isMore).toBe(false);
  expect(doneIn(thrown!.news)).toEqual(["rolled", "rolled"]);
});

it("does not wait where a pause is not wanted", () => {
  const roll = news([event(1, "draw", "rolled")], [pause(1, 0, 2)]);
  expect(scenesOf(roll, ({ throw: seat }) => seat === undefined, false)).toHaveLength(1);
});

it("holds the last position before the result", () => {
  const end = news([event(1, "play", "put"), event(2, "end")], [], { status: "over", result: { winners: [0], scores: [3, 1] } });
  const scenes = scenesOf(end, always, true);
  expect(scenes.map((scene) => [scene.isEnd, scene.news.status])).toEqual([
    [true, "playing"],
    [false, "over"],
  ]);
  expect(scenes.map((scene) => scene.news.events.map(({ kind }) => kind))).toEqual([["play"], ["end"]]);
});

it("holds nothing for whoever does not wait, but still says what happened", () => {
  const two = news([event(1, "play", "out", "out"), event(2, "draw", "rolled")], [pause(1, 1), pause(1, 2), pause(2, 0, 0)]);
  const [all, ...more] = atOnce(two);
  expect(more).toEqual([]);
  expect(all).toMatchObject({ banner: { do: "out" }, thrower: null, isHeld: false, news: { view: { at: "end" } } });
});
