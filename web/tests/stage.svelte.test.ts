/** The stage: what effects tell, things do, one after another. */

import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Stage, type Move } from "../src/lib/kit/stage.svelte";

interface Told {
  do: string;
}
interface Ran {
  what: string;
  frames: Keyframe[];
  delay: number;
  duration: number;
  finish: ReturnType<typeof vi.fn>;
}

const PLACES: Record<string, number> = { a: 0, b: 100, c: 200 }; // where parts lie, from left to right
let ran: Ran[] = [];
let end = () => undefined as void;

beforeEach(() => {
  ran = [];
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return { x: PLACES[this.id] ?? 0, y: 0, width: 10, height: 10 } as DOMRect;
  });
  vi.spyOn(Element.prototype, "animate").mockImplementation(function (this: Element, frames, timing) {
    const { delay = 0, duration = 0 } = timing as KeyframeAnimationOptions;
    const one = { what: this.id || "thing", frames: frames as Keyframe[], delay, duration: Number(duration), finish: vi.fn() };
    ran.push(one);
    return { finish: one.finish, cancel: () => undefined, onfinish: null } as unknown as Animation;
  });
});
afterEach(() => {
  end();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A stage with the places and one thing; what happens is shown by `tell`. */
function play(script: (effect: Told) => Move<string>[]) {
  let effects = $state.raw<Told[]>([]);
  const thing = document.createElement("i");
  let stage!: Stage<Told, string>;
  end = $effect.root(() => {
    stage = new Stage<Told, string>(() => effects, script);
    for (const id of Object.keys(PLACES)) stage.part(id)(Object.assign(document.createElement("b"), { id }));
    stage.part("thing")(thing);
  });
  flushSync();
  const tell = (told: Told[]) => {
    effects = told;
    flushSync();
  };
  return { stage, tell };
}

it("shows nothing of what had happened before one came, and nothing twice", () => {
  const { tell } = play(() => [{ thing: "thing", from: "a", lasts: 100 }]);
  expect(ran).toEqual([]);
  const told = [{ do: "go" }];
  tell(told);
  expect(ran).toHaveLength(1);
  tell(told);
  expect(ran).toHaveLength(1);
});

it("moves one thing after another, by its way, and never in two places at once", () => {
  const { tell } = play(({ do: what }) =>
    what === "walk" ? [{ thing: "thing", from: "a", by: ["b"], to: "c", lasts: 300, next: 100 }] : [{ thing: "thing", lasts: 100 }],
  );
  tell([{ do: "walk" }, { do: "back" }]);
  const [{ frames, delay, duration }] = ran as [Ran];
  expect([delay, duration]).toEqual([0, 400]); // the second waits for the first
  expect(frames.map(({ offset }) => offset)).toEqual([0, 0.375, 0.75, 0.75, 1]);
  expect(frames.map(({ translate }) => translate)).toEqual(["0px 0px", "100px 0px", "200px 0px", "200px 0px", "0px 0px"]);
});

it("tells when an effect begins, and what only passes is drawn while it does", () => {
  const [first, second] = [{ do: "coin" }, { do: "coin" }];
  const { stage, tell } = play(() => [{ draw: "coin", from: "a", to: "b", arc: 30, lasts: 200 }]);
  tell([first, second]);
  expect([stage.startOf(first), stage.startOf(second), stage.startOf(undefined)]).toEqual([0, 200, 0]);
  expect(stage.passing.map(({ draw }) => draw)).toEqual(["coin", "coin"]);
});

it("has done all that was told before it shows what is told next", () => {
  const { stage, tell } = play(() => [{ thing: "thing", from: "a", lasts: 500 }]);
  const [go, roll] = [{ do: "go" }, { do: "roll" }];
  tell([go, roll]);
  const die = Object.assign(document.createElement("b"), { id: "die" });
  stage.act(roll, [], 700)(die);
  const act = ran.find(({ what }) => what === "die")!;
  expect(act.delay).toBe(500);
  stage.act(roll, [], 700)(die);
  expect(ran.filter(({ what }) => what === "die")).toHaveLength(1);
  expect(act.finish).not.toHaveBeenCalled();
  tell([{ do: "go" }]);
  expect(act.finish).toHaveBeenCalled();
});

it("moves nothing for those who asked for stillness", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const { stage, tell } = play(() => [{ draw: "coin", from: "a", to: "b", lasts: 200 }, { thing: "thing", from: "a", lasts: 100 }]);
  tell([{ do: "go" }]);
  expect([ran, stage.passing]).toEqual([[], []]);
});
