import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { members } from "../src/lib/kit/bits";
import type { Happened, View } from "../src/lib/protocol";
import Board from "../src/games/rafletout/Board.svelte";
import { plan } from "../src/games/rafletout/plan";
import { faceOf, faceWords, lines, placeOf, trayOf, valuesOf } from "../src/games/rafletout/toy";
import recorded from "./frames/rafletout.json";

interface Frame {
  players: number;
  seat: number;
  view: View;
  events: Happened[];
  lit: string[];
}
const FRAMES = recorded.frames as unknown as Frame[];
const LETTERS = [..."grb", ..."tcs", ..."dpe"];
const PAIRS = [0, 3, 6].flatMap((i) => [
  [i + 1, i + 2],
  [i, i + 2],
  [i, i + 1],
]);
const TOKENS = Array.from({ length: 27 }, (_, i) => placeOf(i));
const VALUES = [
  ...LETTERS.map((letter) => `all ${letter}`),
  ...PAIRS.map(([a, b]) => `all ${LETTERS[a!]}+${LETTERS[b!]}`),
];

/** The same numbers every time. */
function* numbers(seed: number): Generator<number> {
  for (let x = seed; ; ) {
    x = (x * 48271) % 2147483647;
    yield x / 2147483647;
  }
}

function show(frame: Frame, lit: string[], chosen: string[] = []) {
  const touch = vi.fn();
  const names = Array.from({ length: frame.players }, (_, i) => `Name ${i + 1}`);
  const props = {
    view: frame.view,
    box: recorded.box as Record<string, unknown>,
    players: frame.players,
    seat: frame.seat,
    names,
    touching: { lit: new Set(lit), chosen, touch },
    events: frame.events,
  };
  const { container, rerender } = render(Board, { props });
  const glowing = () => [...container.querySelectorAll("[data-lit]")].map((one) => one.getAttribute("data-place"));
  return { container, touch, glowing, props, rerender };
}

afterEach(cleanup);
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);

test("the board names the tokens as the box does", () => {
  expect(TOKENS).toEqual(recorded.box.tokens);
});

test.each(FRAMES.map((frame, i) => [i, frame] as const))("frame %i lights what the server offers", (_, frame) => {
  const { container, glowing } = show(frame, frame.lit);
  expect(glowing().sort()).toEqual([...frame.lit].sort());
  const places = [...container.querySelectorAll("[data-place]")].map((one) => one.getAttribute("data-place"));
  expect(new Set(places).size).toBe(places.length);
  for (let i = 0; i < frame.players; i++) expect(places).toContain(`p${i + 1}`);
  for (const token of TOKENS) expect(places).toContain(token);
});

test("any places at all are lit, and touching one tells which", async () => {
  const random = numbers(11);
  for (let round = 0; round < 10; round++) {
    const frame = FRAMES[round % FRAMES.length]!;
    const seats = Array.from({ length: frame.players }, (_, i) => `p${i + 1}`);
    const lit = [...TOKENS, ...VALUES, ...seats].filter(() => random.next().value! < 0.2);
    const { container, touch, glowing } = show(frame, lit);
    expect(glowing().sort()).toEqual([...lit].sort());
    for (const place of lit.slice(0, 4)) {
      const spot = container.querySelector(`[data-place="${place}"]`)!;
      expect(spot.getAttribute("aria-label")).toBeTruthy();
      await fireEvent.click(spot);
      expect(touch).toHaveBeenLastCalledWith(place);
      await fireEvent.keyDown(spot, { key: "Enter" });
      expect(touch).toHaveBeenCalledTimes(2);
      touch.mockClear();
    }
    cleanup();
  }
}, 20_000);

test("a token that changes hands stays the same piece and is marked", async () => {
  const frame = FRAMES[0]!;
  const { container, props, rerender } = show(frame, []);
  const held = [...(frame.view["held"] as number[])];
  const from = held.findIndex((set, i) => set > 0 && i < frame.players);
  const to = (from + 1) % frame.players;
  const token = members(held[from]!, 27)[0]!;
  const piece = () => container.querySelector(`[data-place="${placeOf(token)}"]`)!;
  const before = piece();
  held[from]! -= 2 ** token;
  held[to]! += 2 ** token;
  await rerender({ ...props, view: { ...frame.view, held }, events: [] });
  expect(piece()).toBe(before);
  expect([...container.querySelectorAll(".fresh")].map((one) => one.closest("[data-place]"))).toEqual([before]);
  expect([...container.querySelectorAll(".change")].map((one) => one.textContent).sort()).toEqual(["+1", "−1"].sort());
});

test("every face of the die has a picture and words", async () => {
  const { container, props, rerender } = show(FRAMES[0]!, []);
  for (const [number, name] of recorded.box.faces.entries()) {
    await rerender({ ...props, view: { ...props.view, face: number } });
    expect(container.querySelector(".ball .picture")?.childElementCount, name).toBeGreaterThan(0);
    expect(faceWords(faceOf(name))).not.toContain("undefined");
  }
}, 20_000);

test("faces, values and lines are read as they are written", () => {
  expect(faceOf("take 2 triangle again")).toEqual({ kind: "take", n: 2, value: 3, trait: -1, again: true });
  expect(faceOf("sweep #2").kind).toBe("sweep");
  expect(trayOf(faceOf("all-of currency"))).toEqual(["all d", "all p", "all e"]);
  expect(trayOf(faceOf("all-of-two colour"))).toEqual(["all r+b", "all g+b", "all g+r"]);
  expect(valuesOf("all r+b")).toEqual([1, 2]);
  expect(lines("one two three", 8)).toEqual(["one two", "three"]);
});

test("on any width a finger finds every token, and nothing lies outside", () => {
  const random = numbers(5);
  for (const width of [300, 318, 360, 500, 640, 720, 844, 1100]) {
    for (const players of [3, 4, 5, 6]) {
      for (let round = 0; round < 6; round++) {
        const held = [0, 0, 0, 0, 0, 0, 0];
        const holders = round === 0 ? 1 : players + 1;
        for (let token = 0; token < 27; token++) {
          const holder = Math.floor(random.next().value! * holders);
          held[holder === players ? 6 : holder]! += 2 ** token;
        }
        const { tokens, mats, height } = plan(width, players, round % players, held, 3);
        const fits = tokens.every(
          ({ x, y, size }) => size >= 44 && x >= size / 2 && x + size / 2 <= width && y + size / 2 <= height,
        );
        expect(fits, `${width} ${players}`).toBe(true);
        for (const [i, a] of mats.entries()) {
          for (const b of mats.slice(i + 1)) {
            const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
            expect(apart, `${width} ${players}`).toBe(true);
          }
        }
      }
    }
  }
});
