import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Board } from "../src/games/rolit";
import Cover from "../src/games/rolit/Cover.svelte";
import { speak } from "../src/lib/here.svelte";
import { members } from "../src/lib/kit/bits";
import frames from "./frames/rolit.json";

const PLACES = [..."123456"].flatMap((row) => [..."abcdef"].map((column) => column + row)).concat("pass");
const NAMES = ["Ana", "Ben", "Chloé", "<b>Dan</b>"];

/** Numbers that look random and are the same every time. */
function random(seed: number): () => number {
  let x = seed;
  return () => (x = (x * 16807) % 2147483647) / 2147483647;
}

function lay(frame: (typeof frames)[number], lit: string[], chosen: string[] = []) {
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

beforeAll(() => speak("fr"));
afterEach(cleanup);

describe("the tray of Rolit", () => {
  it.each(frames.map((frame, i) => [i, frame] as const))("lights what it is told to, frame %i", (i, frame) => {
    const chance = random(i + 1);
    const lists = [frame.actions.map((action) => action[0]!), PLACES.filter(() => chance() < 0.4), i ? [] : PLACES];
    for (const lit of lists) {
      const { container, touched } = lay(frame, lit);
      expect(lights(container).sort()).toEqual([...lit].sort());
      for (const place of lit) at(container, place).dispatchEvent(new MouseEvent("click", { bubbles: true }));
      expect(touched).toEqual(lit);
      cleanup();
    }
  });

  it("tells of a touch where nothing is lit, and of Enter and space", async () => {
    const { container, touched } = lay(frames[0]!, ["c5"]);
    await fireEvent.click(at(container, "a1"));
    await fireEvent.keyDown(at(container, "c5"), { key: "Enter" });
    await fireEvent.keyDown(at(container, "c5"), { key: " " });
    await fireEvent.keyDown(at(container, "c5"), { key: "x" });
    expect(touched).toEqual(["a1", "c5", "c5"]);
  });

  it.each(frames)("draws every ball with the animal of its colour, frame %#", (frame) => {
    const { container } = lay(frame, []);
    frame.view.ball.forEach((set, colour) => {
      const cells = members(set, 42).map((bit) => "abcdef"[bit % 7]! + String(Math.floor(bit / 7) + 1));
      for (const cell of cells) expect(at(container, cell).querySelector(`[data-colour="${colour}"]`)).not.toBeNull();
    });
  });

  it("rolls a ball over when its colour changes", async () => {
    const start = frames.find((frame) => frame.players === 4)!;
    const { container, rerender, props } = lay(start, []);
    const after = { ...start.view, ball: [65536 + 8388608 + 2 ** 30, 131072, 16777216, 0] };
    await rerender({ ...props, view: after, events: [{ number: 9, at: 0, kind: "play", say: "c5" }] });
    expect(at(container, "c4").querySelector('[data-colour="0"]')).not.toBeNull();
    await vi.waitFor(() => expect(at(container, "c4").querySelectorAll("[data-colour]")).toHaveLength(1));
    expect(at(container, "c5").getAttribute("aria-label")).toMatch(/c5, rouge, dernière/);
  });

  it("names players as text, and colours that nobody plays as neutral", () => {
    const four = lay(frames.find((frame) => frame.players === 4)!, []);
    expect(four.getByText("<b>Dan</b>")).toBeTruthy();
    cleanup();
    const alone = lay(frames[0]!, []);
    expect(alone.getAllByText("neutre")).toHaveLength(2);
    expect(alone.getAllByText("Ana")).toHaveLength(2);
  });

  it("has a box", () => {
    expect(render(Cover).container.querySelectorAll(".animal").length).toBeGreaterThan(3);
  });
});
