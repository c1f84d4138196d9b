import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { Board, meaning } from "../src/games/bonne-main";
import Cover from "../src/games/bonne-main/Cover.svelte";
import { nameOf, passed, squareOf, steps, way, type Position } from "../src/games/bonne-main/squares";
import { speak } from "../src/lib/here.svelte";
import frames from "./frames/bonne-main.json";

type Frame = (typeof frames)[number];
const NAMES = ["Ana", "Ben", "Chloé", "<b>Dan</b>"];
const ANSWERS = ["take b3", "leave b3", "give b3"];

/** Numbers that look random and are the same every time. */
function random(seed: number): () => number {
  let x = seed;
  return () => (x = (x * 16807) % 2147483647) / 2147483647;
}

function lay(frame: Frame, lit: string[], chosen: string[] = []) {
  const touched: string[] = [];
  const touching = { lit: new Set(lit), chosen, touch: (place: string) => touched.push(place) };
  const { view, box, players, seat, events } = frame;
  const props = { view, box, players, seat, names: NAMES.slice(0, players), touching, events };
  return { ...render(Board, { props }), props, touched };
}

function lights(container: Element): string[] {
  return [...container.querySelectorAll("[data-lit]")].map((one) => one.getAttribute("data-place")!);
}

function at(container: Element, place: string): Element {
  return container.querySelector(`[data-place="${place}"]`)!;
}

function squares(frame: Frame): string[] {
  return frame.view.on.flatMap((what, square) => (what === -2 ? [] : [nameOf(square)]));
}

function phase(wanted: number): Frame {
  return frames.find((frame) => frame.view.phase === wanted)!;
}

beforeAll(() => speak("en"));
afterEach(cleanup);

describe("the board of La Bonne Main", () => {
  it.each(frames.map((frame, i) => [i, frame] as const))("lights what it is told to, frame %i", async (i, frame) => {
    const chance = random(i + 1);
    const places = [...squares(frame), ...ANSWERS];
    const first = [...new Set(frame.actions.map((action) => action[0]!))];
    const { container, touched, rerender, props } = lay(frame, []);
    for (const lit of [first, places.filter(() => chance() < 0.4), places, []]) {
      await rerender({ touching: { ...props.touching, lit: new Set(lit) } });
      expect(lights(container).sort()).toEqual([...lit].sort());
      for (const place of lit) at(container, place).dispatchEvent(new MouseEvent("click", { bubbles: true }));
      expect(touched.splice(0)).toEqual(lit);
    }
  });

  it("lights the goals of a chosen hand, a loop back to it too", () => {
    const frame = phase(2);
    const hand = frame.actions[0]![0]!;
    const goals = frame.actions.filter((action) => action[0] === hand).map((action) => action[1]!);
    const { container } = lay(frame, [...goals, hand], [hand]);
    expect(new Set(lights(container))).toEqual(new Set([...goals, hand]));
    expect(at(container, hand).getAttribute("aria-pressed")).toBe("true");
  });

  it("tells of Enter, space and a touch where nothing is lit", async () => {
    const { container, touched } = lay(frames[0]!, ["c5"]);
    await fireEvent.click(at(container, "a1"));
    await fireEvent.keyDown(at(container, "c5"), { key: "Enter" });
    await fireEvent.keyDown(at(container, "c5"), { key: " " });
    await fireEvent.keyDown(at(container, "c5"), { key: "x" });
    expect(touched).toEqual(["a1", "c5", "c5"]);
  });

  it.each(frames.map((frame, i) => [i, frame] as const))("says whose hand stands where, frame %i", (_, frame) => {
    const { container } = lay(frame, []);
    frame.view.at.forEach((square, hand) => {
      if (square < 0) return;
      const label = at(container, nameOf(square)).getAttribute("aria-label");
      expect(label).toContain(NAMES[Math.floor(hand / 3)]);
      expect(label).toMatch(new RegExp(`\\b${frame.view.coins[hand]} coin`));
    });
    const left = frame.view.coins.reduce((a, b) => a + b, 0);
    const lost = (frame.players === 3 ? 18 : 24) - left;
    expect(container.querySelector("div.lost")!.textContent).toContain(`Out of the game: ${lost} coin`);
    expect(container.querySelectorAll("b")).toHaveLength(0);
    expect(container.querySelectorAll("[style]:not(.walker):not(.hop)")).toHaveLength(0);
  });

  it("goes from any position to any other", async () => {
    const { rerender, props, container } = lay(frames[0]!, []);
    for (const { view, players, box, events, seat } of frames.toReversed()) {
      await rerender({ ...props, view, players, box, events, seat });
      expect(container.querySelectorAll(".hop").length).toBeLessThan(7);
    }
  });

  it("has a cover", () => {
    expect(render(Cover).container.querySelectorAll("svg")).toHaveLength(1);
  });
});

describe("what a square that is not lit would mean", () => {
  it("is a coin to lose, a move, or the square", () => {
    expect(meaning("b2", [], phase(1).view)).toBe("drop b2");
    expect(meaning("b2", ["d7"], phase(2).view)).toBe("d7-b2");
    expect(meaning("b2", [], phase(4).view)).toBe("b2");
    for (const place of squares(phase(2))) expect(meaning(place, [], phase(2).view)).toMatch(/^([a-i]\d-)?[a-i]\d$/);
  });

  it("never is something allowed", () => {
    for (const frame of frames.filter(({ view }) => view.phase === 2)) {
      const allowed = frame.actions.map((action) => action.join("-"));
      const hands = new Set(frame.actions.map((action) => action[0]!));
      const unlit = squares(frame).filter((place) => !hands.has(place));
      for (const place of unlit) expect(allowed).not.toContain(meaning(place, [], frame.view));
    }
  });
});

describe("what is drawn of a move", () => {
  it("is a way of the right length that steps on free squares once", () => {
    for (const { view, actions } of frames.filter(({ view }) => view.phase === 2)) {
      for (const [from, to] of actions) {
        const found = way(view.on, squareOf(from!), squareOf(to!), view.roll);
        expect(found).toHaveLength(view.roll + 1);
        expect([found[0], found.at(-1)]).toEqual([squareOf(from!), squareOf(to!)]);
        expect(new Set(found.slice(1)).size).toBe(view.roll);
        found.slice(1).forEach((square, i) => expect(steps(square, found[i]!)).toBe(1));
      }
    }
    expect(way(phase(2).view.on, 0, 99, 2)).toEqual([0, 99]);
  });

  it("is where each coin went", () => {
    const old = { at: [11, 12, 13], coins: [2, 1, 3] } as Position;
    expect(passed(old, { at: [11, 12, 13], coins: [2, 1, 2] } as Position)).toEqual([{ from: 13, to: -1 }]);
    expect(passed(old, { at: [21, -1, 13], coins: [4, 0, 2] } as Position)).toEqual([
      { from: 12, to: 21 },
      { from: 13, to: 21 },
    ]);
    expect(passed(old, { at: [11, 12, 13], coins: [2, 2, 3] } as Position)).toEqual([]);
  });
});
