import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { Board } from "../src/games/quinze";
import Cover from "../src/games/quinze/Cover.svelte";
import { DOWN, lastEnded, rowAfter } from "../src/games/quinze/row";
import { speak } from "../src/lib/here.svelte";
import type { Happened } from "../src/lib/protocol";
import { members } from "../src/lib/kit/bits";
import frames from "./frames/quinze.json";

const PLACES = ["turn", "stop"];
const NAMES = ["Ana", "Ben", "Chloé", "<b>Dan</b>", "Eva", "Fred"];
type Frame = (typeof frames)[number];

function lay(frame: Frame, lit: string[], view: Record<string, unknown> = frame.view) {
  const touched: string[] = [];
  const touching = { lit: new Set(lit), chosen: [], touch: (place: string) => touched.push(place) };
  const { box, players, seat } = frame;
  const events = frame.events as Happened[];
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

describe("the cards of Quitte ou Quinze", () => {
  it.each(frames.map((frame, i) => [i, frame] as const))("light what they are told to, frame %i", async (_, frame) => {
    for (const lit of [frame.actions.map((action) => action[0]!), ["turn"], ["stop"], PLACES, []]) {
      const { container, touched } = lay(frame, lit);
      expect(lights(container).sort()).toEqual([...lit].sort());
      for (const place of lit) await fireEvent.click(at(container, place));
      expect(touched).toEqual(lit);
      cleanup();
    }
  });

  it("tell of a touch where nothing is lit, and of Enter and space", async () => {
    const { container, touched } = lay(frames[0]!, ["turn"]);
    await fireEvent.click(at(container, "stop"));
    await fireEvent.keyDown(at(container, "turn"), { key: "Enter" });
    await fireEvent.keyDown(at(container, "turn"), { key: " " });
    expect(touched).toEqual(["stop", "turn", "turn"]);
  });

  it("show their face once turned, and their back until then", () => {
    for (const frame of frames) {
      const { container } = lay(frame, []);
      const down = members(frame.view.down, 5).length;
      expect(container.querySelectorAll('[data-place="turn"] .back')).toHaveLength(down);
      expect(container.querySelectorAll('[data-place="turn"] .paper')).toHaveLength(5);
      cleanup();
    }
  });

  it("say how many of those face down lose everything", () => {
    const frame = frames.find((one) => one.players === 3)!;
    const risk = (down: number, shields = 0) => {
      const { container } = lay(frame, PLACES, { ...frame.view, winners: 0, down, shields });
      const said = container.querySelector(".risk > :last-child")!.textContent!.trim();
      cleanup();
      return said;
    };
    expect(risk(0b11101)).toBe("1 carte sur 4 fait tout perdre.");
    expect(risk(0b00101)).toBe("Aucune carte ne fait tout perdre.");
    expect(risk(0)).toBe("1 carte sur 5 fait tout perdre.");
    expect(risk(0b10001, 1)).toMatch(/^Protégé/);
  });

  it("turn where the finger came down", async () => {
    const frame = { ...frames.find((one) => one.players === 3)!, events: [] };
    const { container, rerender, props } = lay(frame, PLACES, { ...frame.view, down: 0b11110 });
    const cards = container.querySelectorAll('[data-place="turn"] > .card');
    await fireEvent.pointerDown(cards[3]!);
    await rerender({ ...props, view: { ...frame.view, down: 0b11010 } });
    expect(cards[3]!.querySelector(".times")).not.toBeNull();
    expect(cards[1]!.querySelector(".back")).not.toBeNull();
  });

  it("keep their places until they are shuffled", () => {
    expect(rowAfter([], [0, 3], 5, 4)).toEqual([0, 3, DOWN, DOWN, DOWN]);
    expect(rowAfter([0, 3, DOWN, DOWN, DOWN], [0, 2, 3], 5, 4)).toEqual([0, 3, DOWN, DOWN, 2]);
    expect(rowAfter([0, 3, DOWN, DOWN, 2], [1, 0, 2, 3], 5, 0)).toEqual([0, 3, 1, DOWN, 2]);
    expect(rowAfter([0, 3, 1, 4, 2], [1], 5, 2)).toEqual([1, DOWN, DOWN, DOWN, DOWN]);
  });

  it("tell whose turn has ended, and how", () => {
    const news = (seat: number) => [{ key: "quinze.news.kept", facts: { seat, n: 0, total: 0 } }];
    expect(lastEnded([{ number: 1, kind: "draw", say: "+3" }])).toBeNull();
    const bust = { number: 2, kind: "draw", say: "bust", news: news(2) };
    expect(lastEnded([bust, { number: 3, kind: "draw", say: "+5" }])).toEqual({ number: 2, seat: 1, lost: true });
    expect(lastEnded([bust, { number: 4, kind: "play", say: "stop", news: news(1) }])!.lost).toBe(false);
  });

  it("have names as text beside what is kept, and a box", () => {
    const six = lay(frames.find((frame) => frame.players === 6)!, []);
    expect(six.container.textContent).toContain("<b>Dan</b>");
    expect(render(Cover).container.querySelectorAll(".paper")).toHaveLength(5);
  });
});
