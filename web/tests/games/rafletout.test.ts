import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { members } from "../../src/lib/kit/bits";
import Board from "../../src/games/rafletout/Board.svelte";
import { HOLE, settle, streamsOf } from "../../src/games/rafletout/lying";
import { PAINTS } from "../../src/games/rafletout/palette";
import { plan } from "../../src/games/rafletout/plan";
import { PHASE, type Box, type Effect, type Figures, type View } from "../../src/games/rafletout/wire";
import recorded from "./frames/rafletout.json";
import { at, boxed, colourless, glowing, IS_LONG, random, sampled, some, type Recorded } from "../helpers";
import { apart, SIGHTS } from "../sight";

type Frame = Recorded<View, Box, Figures, Effect>;
const FRAMES = boxed<Frame>(recorded);
const FIRST = FRAMES[0]!;
const POOL = FIRST.box.pool;
const TOKENS = FIRST.box.tokens.map(({ place }) => place);
const ALL = [...TOKENS.keys()];

function show(frame: Frame, lit: string[], chosen: string[] = []) {
  const touch = vi.fn();
  const names = Array.from({ length: frame.players }, (_, i) => `Name ${i + 1}`);
  const { view, box, figures, effects, players, seat } = frame;
  const touching = { lit: new Set(lit), chosen, touch };
  const props = { view, box, figures, effects, players, seat, names, touching };
  const { container, rerender } = render(Board, { props });
  return { container, touch, props, rerender };
}

const lively = () => vi.spyOn(globalThis, "matchMedia").mockReturnValue({ matches: false } as MediaQueryList);

/** Tokens in random hands. */
function dealt(holders: number, chance: () => number): number[][] {
  const slots: number[][] = Array.from({ length: POOL + 1 }, () => []);
  for (const token of ALL) slots[Math.floor(chance() * holders)]!.push(token);
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

test.each(sampled(FRAMES))("frame %i lights what the server offers", (_, frame) => {
  const lit = frame.actions.map(([place]) => place!);
  const { container } = show(frame, lit);
  expect(glowing(container)).toEqual([...lit].sort());
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
    const lit = some([...TOKENS, ...frame.figures.chips.map(({ place }) => place), ...seats], chance, 0.2);
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

test("when the die asks for values, each is a chip that counts its tokens elsewhere", () => {
  const asking = FRAMES.filter(({ view }) => view.phase === PHASE.VALUING || view.phase === PHASE.PAIRING);
  expect(new Set(asking.map(({ view }) => view.phase)).size).toBe(2);
  for (const frame of asking) {
    const { container } = show(frame, []);
    expect(frame.figures.chips.length).toBe(3);
    for (const { place, n, values } of frame.figures.chips) {
      expect(at(container, place).textContent).toContain(String(n));
      expect(at(container, place).querySelectorAll("svg > g").length).toBe(values.length);
    }
    cleanup();
  }
});

/** The first token of somebody's goes to the next. */
function given({ view, players }: Frame): { token: number; view: View; effects: Effect[] } {
  const held = [...view.held];
  const holder = held.findIndex((set, i) => set > 0 && i < players);
  const to = (holder + 1) % players;
  const token = members(held[holder]!, ALL.length)[0]!;
  held[holder]! -= 2 ** token;
  held[to]! += 2 ** token;
  return { token, view: { ...view, held }, effects: [{ do: "moved", tokens: [token], holder, to }] };
}

test("a token that changes hands stays the same piece, travels alone, and is told", async () => {
  lively();
  const travels = vi.spyOn(Element.prototype, "animate");
  const { container, props, rerender } = show(FIRST, []);
  const { token, ...next } = given(FIRST);
  const piece = at(container, TOKENS[token]!);
  await rerender({ ...props, ...next });
  expect(at(container, TOKENS[token]!)).toBe(piece);
  expect([...container.querySelectorAll(".isNew")]).toEqual([piece]);
  expect(travels.mock.contexts).toEqual([piece.parentElement]);
  const changes = [...container.querySelectorAll(".change")];
  expect(changes.map((one) => one.textContent?.trim()).sort()).toEqual(["+1", "−1"].sort());
  for (const one of changes) expect(one.closest("button")!.getAttribute("aria-label")).toContain("web.rafletout");
});

test("who asked for stillness sees nothing travel", async () => {
  const travels = vi.spyOn(Element.prototype, "animate");
  const { props, rerender } = show(FIRST, []);
  const { view, effects } = given(FIRST);
  await rerender({ ...props, view, effects });
  expect(travels).not.toHaveBeenCalled();
});

/** Things are where the board draws them, and the board lies so far down the page. */
function laidOut(down: () => number): void {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const [x = 0, y = 0] = (this as HTMLElement).style.transform.match(/-?[\d.]+/g)?.map(Number) ?? [];
    return new DOMRect(x, y + down(), 0, 0);
  });
}

test("what makes room slides, and nothing does when the page alone moves", async () => {
  laidOut(() => (document.querySelector(".star") ? 40 : 0));
  lively();
  const travels = vi.spyOn(Element.prototype, "animate");
  const frame = { ...FIRST, seat: 0, view: { ...FIRST.view, wins: [0, 0, 0, 0, 0, 0] } };
  const { container, props, rerender } = show(frame, []);
  await rerender({ ...props, view: { ...frame.view, wins: [1, 0, 0, 0, 0, 0] }, effects: [] });
  expect(container.querySelectorAll(".star").length).toBe(1);
  expect(travels).not.toHaveBeenCalled();
  await rerender({ ...props, seat: 1, effects: [] });
  expect(travels.mock.contexts).toContain(at(container, "p1").parentElement);
});

/** Somebody sweeps them all, and all are dealt again. */
function swept({ view, players }: Frame): { view: View; effects: Effect[] } {
  const hands = view.held.map((set) => members(set, ALL.length));
  const effects: Effect[] = hands.flatMap((tokens, holder) =>
    holder > 0 && tokens.length > 0 ? [{ do: "moved" as const, tokens, holder, to: 0 }] : [],
  );
  effects.push({ do: "won", seat: 0, n: 1, of: 5 }, { do: "moved", tokens: ALL, holder: 0, to: POOL });
  effects.push(...ALL.slice(3).map((token) => ({ do: "dealt" as const, token, to: token % players, what: { key: "" } })));
  const held = view.held.map((_, holder) =>
    ALL.filter((token) => holder === (token < 3 ? POOL : token % players)).reduce((set, token) => set + 2 ** token, 0),
  );
  return { view: { ...view, held }, effects };
}

test("who wins a round gets all tokens, then they are dealt; and that is counted nowhere", async () => {
  lively();
  const travels = vi.spyOn(Element.prototype, "animate");
  const { container, props, rerender } = show(FIRST, []);
  const next = swept(FIRST);
  await rerender({ ...props, ...next });
  const pieces = TOKENS.map((place) => at(container, place).parentElement!);
  expect(new Set(travels.mock.contexts)).toEqual(new Set(pieces));
  const own = new Set(members(FIRST.view.held[0]!, ALL.length));
  for (const [token, piece] of pieces.entries()) {
    const frames = travels.mock.calls[travels.mock.contexts.indexOf(piece)]![0] as Keyframe[];
    expect(frames.length).toBe(own.has(token) ? 3 : 6); // the winner's wait
  }
  expect(container.querySelectorAll(".isNew, .change").length).toBe(0);
});

test("what one deed moves passes at once, and so does a deal", () => {
  const streams = streamsOf([
    { do: "named", seat: 0, whom: 1, deed: "exchange", named: [0, 1] },
    { do: "moved", tokens: [1], holder: 0, to: 1 },
    { do: "moved", tokens: [2, 3], holder: 1, to: 0 },
    { do: "won", seat: 0, n: 1, of: 5 },
    { do: "moved", tokens: [1, 2, 3], holder: 0, to: POOL },
    { do: "dealt", token: 2, to: 1, what: { key: "" } },
  ]);
  expect(streams.map((stream) => Object.fromEntries(stream))).toEqual([
    { 1: 1, 2: 0, 3: 0 },
    { 1: POOL, 2: 1, 3: POOL },
  ]);
});

test("nothing slides under a finger until the die falls again", () => {
  const first = settle([], [[0, 1, 2], [3]], true, 1);
  expect(first).toEqual([[0, 1, 2], [3]]);
  const after = [
    [0, 2],
    [1, 3],
  ];
  const taken = settle(first, after, false, 1);
  expect(taken).toEqual([
    [0, HOLE, 2],
    [1, 3],
  ]);
  const other = [
    [0, 1],
    [2, 3],
  ];
  expect(settle(first, other, false, 0)).toEqual([
    [0, 1],
    [3, 2],
  ]);
  expect(settle(taken, after, true, 1)).toEqual(after);
});

test("the die tumbles when it has fallen, and then lies there until it falls again", async () => {
  const face = (number: number): Effect => ({ do: "rolled", seat: 0, face: number, what: FIRST.box.faces[number]!.name });
  const { container, props, rerender } = show({ ...FIRST, effects: [face(25)] }, []);
  await rerender({ past: [face(25)] });
  const ball = container.querySelector(".rolls .ball");
  await rerender({ view: { ...props.view, face: -1 }, effects: given(FIRST).effects });
  expect(container.querySelector(".ball")).toBe(ball);
  await rerender({ ...props, view: { ...props.view, face: -1 }, effects: [face(24), face(25)], past: undefined });
  expect(container.querySelector(".rolls .ball")).not.toBe(ball);
  expect(container.querySelector(".told")!.textContent).toBe("rafletout.face.pass");
  expect(container.querySelector(".earlier")!.textContent).toBe("rafletout.face.exchange");
});

test("every face of the die has a picture and words", async () => {
  const { container, props, rerender } = show(FIRST, []);
  for (const [face, { name }] of FIRST.box.faces.entries()) {
    await rerender({ ...props, view: { ...props.view, face } });
    expect(container.querySelector(".ball .picture")?.childElementCount, name.key).toBeGreaterThan(0);
    expect(container.querySelector(".told")!.textContent).toBe(name.key);
  }
}, 20_000);

test("without colours, all tokens and all faces still differ", async () => {
  const { container, props, rerender } = show(FIRST, []);
  expect(new Set(TOKENS.map((token) => colourless(at(container, token)))).size).toBe(27);
  const faces = new Set<string>();
  for (let face = 0; face < 32; face++) {
    await rerender({ ...props, view: { ...props.view, face } });
    faces.add(colourless(container.querySelector(".ball .picture")!));
  }
  expect(faces.size).toBe(31); // two of the 32 are the same
}, 20_000);

test.each(Object.keys(SIGHTS))("the three colours are far apart to %s sight", (sight) => {
  const { green, red, blue } = PAINTS;
  const between = (one: { fill: string }, other: { fill: string }) => apart(one.fill, other.fill, sight);
  const least = Math.min(between(green, red), between(red, blue), between(blue, green));
  expect(least).toBeGreaterThan(0.2);
});

test("on any width a finger finds every token, and nothing lies outside or upon another", () => {
  const chance = random(5);
  for (const width of [276, 300, 328, 360, 500, 699, 700, 844, 1100]) {
    for (const players of [3, 4, 5, 6]) {
      for (let round = 0; round < 6; round++) {
        const slots = dealt(round === 0 ? 1 : players, chance);
        if (players > 3) slots[POOL] = slots.flatMap((set) => set.splice(0, 1)).slice(0, 3);
        const seated = new Set(slots.flat()).size;
        const { tokens, mats, height } = plan(width, players, round % players, slots, POOL, 0);
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
    const tall = (players: number): number => plan(328, players, 0, dealt(players, chance), POOL, 3).height;
    expect(Math.max(tall(3), tall(4))).toBeLessThanOrEqual(510);
    expect(Math.max(tall(5), tall(6))).toBeLessThanOrEqual(560);
  }
});
