import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { members } from "../src/lib/kit/bits";
import type { View } from "../src/games/board";
import type { Happened } from "../src/lib/responses";
import Board from "../src/games/rafletout/Board.svelte";
import { HOLE, settle } from "../src/games/rafletout/lying";
import { plan } from "../src/games/rafletout/plan";
import { code, COLOURS, faceOf, faceWords, trayOf, valuesOf } from "../src/games/rafletout/toy";
import recorded from "./frames/rafletout.json";
import { at, colourless, glowing, IS_LONG, random, sampled, some } from "./helpers";
import { apart, SIGHTS } from "./sight";

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
const TOKENS = Array.from({ length: 27 }, (_, i) => code(i));
const VALUES = [
  ...LETTERS.map((letter) => `all ${letter}`),
  ...PAIRS.map(([a, b]) => `all ${LETTERS[a!]}+${LETTERS[b!]}`),
];

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
  return { container, touch, props, rerender };
}

/** Tokens in random hands. */
function dealt(holders: number, chance: () => number): number[][] {
  const slots: number[][] = Array.from({ length: 7 }, () => []);
  for (let token = 0; token < 27; token++) slots[Math.floor(chance() * holders)]!.push(token);
  return slots;
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
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

test.each(sampled(FRAMES))("frame %i lights what the server offers", (_, frame) => {
  const { container } = show(frame, frame.lit);
  expect(glowing(container)).toEqual([...frame.lit].sort());
  const places = [...container.querySelectorAll("[data-place]")].map((one) => one.getAttribute("data-place"));
  expect(new Set(places).size).toBe(places.length);
  for (let i = 0; i < frame.players; i++) expect(places).toContain(`p${i + 1}`);
  for (const token of TOKENS) expect(places).toContain(token);
});

test("any places at all are lit, and touching one tells which", async () => {
  const chance = random(11);
  for (let round = 0; round < (IS_LONG ? 10 : 4); round++) {
    const frame = FRAMES[round % FRAMES.length]!;
    const seats = Array.from({ length: frame.players }, (_, i) => `p${i + 1}`);
    const lit = some([...TOKENS, ...VALUES, ...seats], chance, 0.2);
    const { container, touch } = show(frame, lit);
    expect(glowing(container)).toEqual([...lit].sort());
    for (const place of lit.slice(0, 4)) {
      const spot = at(container, place);
      expect(spot.getAttribute("aria-label")).toBeTruthy();
      expect(spot.tagName).toBe("BUTTON"); // Enter is the browser's
      await fireEvent.click(spot);
      expect(touch).toHaveBeenLastCalledWith(place);
    }
    cleanup();
  }
}, 20_000);

/** A frame in which the first token of somebody's goes to the next. */
function given(frame: Frame): { token: number; view: View } {
  const held = [...(frame.view["held"] as number[])];
  const from = held.findIndex((set, i) => set > 0 && i < frame.players);
  const token = members(held[from]!, 27)[0]!;
  held[from]! -= 2 ** token;
  held[(from + 1) % frame.players]! += 2 ** token;
  return { token, view: { ...frame.view, held } };
}

test("a token that changes hands stays the same piece, travels alone, and is told", async () => {
  vi.spyOn(globalThis, "matchMedia").mockReturnValue({ matches: false } as MediaQueryList);
  const travels = vi.spyOn(Element.prototype, "animate");
  const { container, props, rerender } = show(FRAMES[0]!, []);
  const { token, view } = given(FRAMES[0]!);
  const piece = at(container, code(token));
  await rerender({ ...props, view, events: [] });
  expect(at(container, code(token))).toBe(piece);
  expect([...container.querySelectorAll(".isNew")]).toEqual([piece]);
  const lifted = travels.mock.contexts.filter((_, i) => (travels.mock.calls[i]![0] as Keyframe[]).length > 2);
  expect(lifted).toEqual([piece.parentElement]);
  const changes = [...container.querySelectorAll(".change")];
  expect(changes.map((one) => one.textContent?.trim()).sort()).toEqual(["+1", "−1"].sort());
  for (const one of changes) expect(one.closest("button")!.getAttribute("aria-label")).toContain("web.rafletout");
});

test("who asked for stillness sees nothing travel", async () => {
  const travels = vi.spyOn(Element.prototype, "animate");
  const { props, rerender } = show(FRAMES[0]!, []);
  await rerender({ ...props, view: given(FRAMES[0]!).view, events: [] });
  expect(travels).not.toHaveBeenCalled();
});

test("nothing slides under a finger until the die falls again", () => {
  const first = settle([], [0b0111, 0b1000], true, 1);
  expect(first).toEqual([[0, 1, 2], [3]]);
  const taken = settle(first, [0b0101, 0b1010], false, 1);
  expect(taken).toEqual([
    [0, HOLE, 2],
    [1, 3],
  ]);
  expect(settle(first, [0b0011, 0b1100], false, 0)).toEqual([
    [0, 1],
    [3, 2],
  ]);
  expect(settle(taken, [0b0101, 0b1010], true, 1)).toEqual([
    [0, 2],
    [1, 3],
  ]);
});

test("every face of the die has a picture and words", async () => {
  const { container, props, rerender } = show(FRAMES[0]!, []);
  for (const [number, name] of recorded.box.faces.entries()) {
    await rerender({ ...props, view: { ...props.view, face: number } });
    expect(container.querySelector(".ball .picture")?.childElementCount, name).toBeGreaterThan(0);
    expect(faceWords(faceOf(name))).not.toContain("undefined");
  }
}, 20_000);

test("faces and values are read as they are written", () => {
  expect(faceOf("take 2 triangle again")).toEqual({ kind: "take", n: 2, value: 3, trait: -1, again: true });
  expect(faceOf("sweep #2").kind).toBe("sweep");
  expect(trayOf(faceOf("all-of currency"))).toEqual(["all d", "all p", "all e"]);
  expect(trayOf(faceOf("all-of-two colour"))).toEqual(["all r+b", "all g+b", "all g+r"]);
  expect(valuesOf("all r+b")).toEqual([1, 2]);
});

test("without colours, all tokens and all faces still differ", async () => {
  const { container, props, rerender } = show(FRAMES[0]!, []);
  expect(new Set(TOKENS.map((token) => colourless(at(container, token)))).size).toBe(27);
  const faces = new Set<string>();
  for (let face = 0; face < 32; face++) {
    await rerender({ ...props, view: { ...props.view, face } });
    faces.add(colourless(container.querySelector(".ball .picture")!));
  }
  expect(faces.size).toBe(31); // two of the 32 are the same
}, 20_000);

test.each(Object.keys(SIGHTS))("the three colours are far apart to %s sight", (sight) => {
  const [green, red, blue] = COLOURS as [string, string, string];
  const least = Math.min(apart(green, red, sight), apart(red, blue, sight), apart(blue, green, sight));
  expect(least).toBeGreaterThan(0.2);
});

test("on any width a finger finds every token, and nothing lies outside or upon another", () => {
  const chance = random(5);
  for (const width of [276, 300, 328, 360, 500, 699, 700, 844, 1100]) {
    for (const players of [3, 4, 5, 6]) {
      for (let round = 0; round < 6; round++) {
        const slots = dealt(round === 0 ? 1 : players, chance);
        if (players > 3) slots[6] = slots.flatMap((set) => set.splice(0, 1)).slice(0, 3);
        const seated = new Set(slots.flat()).size;
        const { tokens, mats, height } = plan(width, players, round % players, slots, 0);
        const inside = tokens.every(
          ({ x, y, size }) => size >= 44 && x >= size / 2 && x + size / 2 <= width && y + size / 2 <= height,
        );
        const lying = slots.flat().map((token) => tokens[token]!);
        const crowd = lying.some((a, i) => lying.some((b, j) => i < j && Math.hypot(a.x - b.x, a.y - b.y) < 43.9));
        expect([inside, crowd, seated], `${width} ${players}`).toEqual([true, false, lying.length]);
        for (const [i, a] of mats.entries()) {
          for (const b of mats.slice(i + 1)) {
            const isApart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
            expect(isApart, `${width} ${players}`).toBe(true);
          }
        }
      }
    }
  }
});

test("on a phone the whole table is seen at once, however the tokens lie", () => {
  const chance = random(8);
  for (let round = 0; round < 200; round++) {
    const tall = (players: number): number => plan(328, players, 0, dealt(players, chance), 3).height;
    expect(Math.max(tall(3), tall(4))).toBeLessThanOrEqual(510);
    expect(Math.max(tall(5), tall(6))).toBeLessThanOrEqual(560);
  }
});
