/** Raise's board: what it lights, what it hides, and what a touch says. */

import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import { english as en } from "../catalogues";
import Board from "../../src/games/raise/Board.svelte";
import source from "../../src/games/raise/Board.svelte?raw";
import { PAWNS, standIn } from "../../src/games/raise/look";
import { moves } from "../../src/games/raise/moves";
import Shape from "../../src/games/raise/Shape.svelte";
import { SIZE, SQUARES, TILES, tileOf, where } from "../../src/games/raise/track";
import { PHASE, type Box, type Effect, type Figures, type Raised, type View } from "../../src/games/raise/wire";
import { here } from "../../src/lib/here.svelte";
import { Speaker, type Catalogue } from "../../src/lib/words";
import recorded from "./frames/raise.json";
import { at, boxed, colourless, glowing, random, sampled, some, type Recorded } from "../helpers";

type Frame = Recorded<View, Box, Figures, Effect>;
interface More {
  seat?: null;
  sealed?: number[];
  laid?: number;
  past?: Effect[];
}
const frames = boxed<Frame>(recorded);
const { box } = frames[0]!;
const own = frames.filter(({ seat }) => seat !== null);

here.speaker = new Speaker("en", en as Catalogue);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
Element.prototype.getAnimations ??= () => []; // jsdom has none

function lay(frame: Frame, lit: string[], more: More = {}) {
  const touch = vi.fn<(place: string) => void>();
  const names = Array.from({ length: frame.players }, (_, i) => `Player ${i + 1}`);
  const { players, seat, view, figures, effects } = frame;
  const props = { players, seat, box, view, figures, effects, names, touching: { lit: new Set(lit), chosen: [], touch }, ...more };
  return { touch, ...render(Board, { props }) };
}

function held({ seat, view }: Frame): string[] {
  return box.cards.filter((_, card) => (view.hand[seat ?? -1]?.[card] ?? 0) > 0).map(({ place }) => place);
}

/** The rows of the players. */
function rows(container: Element): Element[] {
  return [...container.querySelectorAll("ol > li")];
}

/** How many cards lie in each row. */
function cards(container: Element): number[] {
  return rows(container).map((row) => row.querySelectorAll(".card").length);
}

test("the card one has laid face down is marked in one's hand", () => {
  const frame = own[0]!;
  const place = held(frame)[0]!;
  const { container } = lay(frame, [], { laid: box.cards.findIndex((kind) => kind.place === place) });
  const spot = at(container, place);
  expect(spot.closest("li")!.classList.contains("laid")).toBe(true);
  expect(spot.getAttribute("aria-label")).toContain("face down");
});

test("a card tells what it is worth now, and where it would take the pawn", async () => {
  const frame = own.find(({ view }) => view.phase === PHASE.RAISING)!;
  const place = frame.actions[0]![0]!;
  const card = box.cards.findIndex((kind) => kind.place === place);
  const { container } = lay(frame, [place]);
  const spot = at(container, place);
  expect(spot.getAttribute("aria-label")).toContain(`value ${frame.figures.values[card]}`);
  expect(spot.querySelector(".value")!.textContent).toBe(String(frame.figures.values[card]));
  expect(container.querySelector(".ghost")).toBeNull();
  await fireEvent.pointerEnter(spot.closest("li")!);
  const { x } = where(frame.figures.squares[card]!);
  expect(container.querySelector(".ghost")!.parentElement!.getAttribute("transform")).toContain(`translate(${x} `);
});

test("before all dice lie no card tells a value", () => {
  const frame = own.find(({ view }) => view.phase === PHASE.LAYING)!;
  const figures = { ...frame.figures, values: [] };
  const { container } = lay({ ...frame, figures }, []);
  expect(container.querySelector(".value")).toBeNull();
  expect(at(container, held(frame)[0]!).getAttribute("aria-label")).not.toContain("value");
});

describe.each(sampled(own))("frame %i of one who plays", (i, frame) => {
  test("what is lit glows, and nothing else", async () => {
    const lit = frame.actions.flat();
    const { container, rerender, touch } = lay(frame, lit);
    expect(glowing(container)).toEqual(lit.sort());
    const places = [...held(frame), "pass", "done"];
    const chance = random(i);
    for (const lit of [places, [], ...[1, 2, 3, 4].map(() => some(places, chance))]) {
      await rerender({ touching: { lit: new Set(lit), chosen: [], touch } });
      expect(glowing(container)).toEqual([...lit].sort());
    }
  });

  test("a click and the keyboard touch the place", async () => {
    const places = [...held(frame), "pass", "done"];
    const { container, touch } = lay(frame, places);
    for (const place of places) {
      const spot = at(container, place);
      expect(spot.textContent || spot.getAttribute("aria-label")).toBeTruthy();
      await fireEvent.click(spot);
      expect(touch).toHaveBeenLastCalledWith(place);
      if (spot.tagName === "BUTTON") continue; // a button knows Enter by itself
      await fireEvent.keyDown(spot, { key: "Enter" });
    }
    expect(touch).toHaveBeenCalledTimes(2 * places.length - 2);
  });
});

describe.each(sampled(frames))("frame %i", (_, frame) => {
  test("a spectator sees no hand, and everybody's counts", () => {
    const { container } = lay(frame, [], { seat: null });
    expect(container.querySelectorAll("[data-place]")).toHaveLength(0);
    expect(container.textContent).not.toContain("-1");
    rows(container).forEach((row, seat) => expect(row.textContent).toContain(`${frame.view.cards[seat]} card`));
  });

  test("the dice lie by their symbols, and each symbol tells what it multiplies by", () => {
    const { container } = lay(frame, []);
    const lanes = [...container.querySelectorAll(".symbol:not(.blank)")];
    expect(lanes.map((lane) => lane.querySelector(".times")!.textContent)).toEqual(frame.view.times.slice(0, lanes.length).map((n) => `×${n}`));
    const shown = box.symbols.map((_, symbol) => frame.view.dice.filter((face) => face === symbol).length);
    expect(lanes.map((lane) => lane.querySelectorAll(".die").length)).toEqual(shown);
    expect(container.querySelectorAll(".die")).toHaveLength(box.faces.length);
  });
});

describe("a round", () => {
  const laying = frames.find(({ players, view }) => players === 3 && view.phase === PHASE.LAYING)!;
  const bidding = frames.find(({ players, effects }) => players === 3 && effects.some((one) => one.do === "revealed"))!;
  const raised: Raised = { do: "raised", seat: 1, card: 0, what: box.cards[0]!.name, value: 4, square: 30, arrived: 4 };
  const further = { ...bidding.view, arrivals: 4 };

  test("cards laid face down are seen by their backs alone, also after a reload", () => {
    const { container } = lay(laying, [], { sealed: [1] });
    expect(cards(container)).toEqual([0, 1, 0]);
    expect(rows(container)[1]!.querySelector(".card")!.textContent).toBe("");
    expect(container.querySelector('[data-place="pass"]')).toBeNull();
  });

  test("the cards of the round come to the players' rows, and go with the next round", async () => {
    const { container, rerender } = lay(laying, [], { sealed: [0, 1, 2] });
    const past: Effect[] = [];
    const come = (view: View, effects: readonly Effect[]) => {
      past.push(...effects);
      return rerender({ view, effects, past: [...past], sealed: [] });
    };
    await come(bidding.view, bidding.effects);
    expect(cards(container)).toEqual([1, 1, 1]);
    await come(further, [raised]);
    expect(cards(container)).toEqual([1, 2, 1]);
    expect(rows(container)[1]!.querySelector(".card:last-child text")!.textContent).toBe(String(box.cards[0]!.number));
    await come({ ...further, stake: -1, pot: 0, arrivals: 0 }, [{ do: "won", seat: 1, n: 17, won: 17 }]);
    expect(cards(container)).toEqual([1, 2, 1]);
    await come({ ...laying.view, turned: bidding.view.turned + 1 }, [{ do: "turned", card: 0, n: 6, rounds: 3 }]);
    expect(cards(container)).toEqual([0, 0, 0]);
  });

  test("a card taken back leaves its row", async () => {
    const { container, rerender } = lay(bidding, []);
    await rerender({ view: further, effects: [raised], past: [...bidding.effects, raised] });
    await rerender({ view: bidding.view, effects: [], past: bidding.effects });
    expect(cards(container)).toEqual([1, 1, 1]);
  });

  test("after a reload the cards of the round still lie in the rows", () => {
    const { container } = lay({ ...bidding, view: further, effects: [raised] }, [], { past: [...bidding.effects, raised] });
    expect(cards(container)).toEqual([1, 2, 1]);
  });

  test("points won fly to the winner alone, and pawns leave the board", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    vi.spyOn(Element.prototype, "animate").mockImplementation(() => ({ cancel: () => undefined }) as Animation);
    const { container, rerender } = lay(bidding, []);
    expect(container.querySelector(".gain")).toBeNull();
    const won: Effect = { do: "won", seat: 1, n: 17, won: 17 };
    const view = { ...bidding.view, stake: -1, pot: 0, arrivals: 0, square: [0, 0, 0, 0, 0] };
    await rerender({ view, effects: [{ do: "passed", seat: 0 }, won, { do: "cleared", roller: 1 }] });
    expect([...container.querySelectorAll(".gain")].map((gain) => gain.textContent)).toEqual(["+17"]);
    const marks = [...container.querySelectorAll('.track g[transform*="scale"] text')].map((mark) => mark.textContent);
    expect(marks.sort()).toEqual(["1", "2", "3"]);
  });
});

test("at the end the hands are shown that were counted, and the last pawns stay", () => {
  const what = box.cards[2]!.name;
  const over = { ...frames[0]!.view, winners: 1, player: -2, square: [0, 0, 0, 0, 0] };
  const hand = box.cards.map((_, card) => (card === 2 ? 2 : 0));
  const counted = { do: "counted" as const, n: 6, won: 20, rounds: 14, hand, what: [what, what] };
  const past: Effect[] = [
    { do: "turned", card: 0, n: 5, rounds: 0 },
    { do: "revealed", seat: 0, card: 2, what, value: 3, square: 3, arrived: 1 },
    { do: "revealed", seat: 1, card: 2, what, value: 3, square: 3, arrived: 2 },
    { do: "passed", seat: 1 },
    { do: "won", seat: 0, n: 5, won: 14 },
    { do: "cleared", roller: 0 },
    { ...counted, seat: 0 },
    { ...counted, seat: 1, hand: hand.map(() => 0), what: [] },
  ];
  expect(standIn(past, 2)).toEqual({ square: [3, 0], arrived: [1, 0] });
  const { container } = lay({ ...frames[0]!, view: over, effects: [] }, [], { past });
  expect([...container.querySelectorAll(".seat")].map((seat) => seat.querySelectorAll(".left svg").length).slice(0, 2)).toEqual([2, 0]);
});

describe("what moves", () => {
  const what = box.cards[2]!.name;
  const raised: Effect = { do: "raised", seat: 0, card: 2, what, value: 3, square: SQUARES + 1, arrived: 5 };

  test("a card comes out of one's hand, or of a hand that is hidden", () => {
    expect(moves(raised, [raised], 3, 0)[0]).toMatchObject({ thing: "card 5", from: "hand 2" });
    expect(moves(raised, [raised], 3, 1)[0]).toMatchObject({ thing: "card 5", from: "held 0" });
    const drew: Effect = { do: "drew", seat: 0, card: 2, what };
    expect(moves(drew, [drew], 3, 0)).toMatchObject([{ thing: "hand 2", from: "pile 0" }]);
    expect(moves(drew, [drew], 3, 1)).toEqual([]);
  });

  test("a pawn hops from square to square, from the foot of the track the first time", () => {
    const by = [SQUARES - 1, SQUARES].map((n) => `square ${n}`);
    expect(moves(raised, [raised], 3, 0)[1]).toMatchObject({ thing: "pawn 0", by });
    const revealed: Effect = { ...raised, do: "revealed", square: 3 };
    expect(moves(revealed, [revealed], 3, 0)).toMatchObject([{ thing: "pawn 0", from: "start", by: ["square 1", "square 2"] }]);
  });

  test("the prize goes to the winner, and no pawn leaves twice", () => {
    const all: Effect[] = [{ do: "passed", seat: 2 }, { do: "won", seat: 1, n: 9, won: 9 }, { do: "cleared", roller: 1 }];
    const [prize, ...pawns] = all.flatMap((effect) => moves(effect, all, 3, null)).sort((a, b) => b.lasts - a.lasts);
    expect(prize).toMatchObject({ draw: { seat: 1, points: 9 }, from: "prize", to: "won 1" });
    expect(pawns.map(({ from }) => from)).toEqual(["pawn 2", "pawn 0", "pawn 1"]);
  });

  test("dice tumble that were rolled just now, and no others", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    const frame = frames.find(({ view }) => view.phase === PHASE.LAYING)!;
    const tumbled = new Set<Element>();
    vi.spyOn(Element.prototype, "animate").mockImplementation(function (this: Element) {
      if (this.closest(".die")) tumbled.add(this);
      return { cancel: () => undefined } as Animation;
    });
    const { rerender } = lay({ ...frame, effects: [] }, []);
    expect(tumbled.size).toBe(0);
    const effects = frame.effects.filter((effect) => effect.do === "rolled").slice(0, 3);
    await rerender({ effects });
    expect(tumbled.size).toBe(3);
    tumbled.clear();
    await rerender({ view: { ...frame.view } });
    expect(tumbled.size).toBe(0);
  });
});

describe("without colours", () => {
  test("the symbols differ by their shapes", () => {
    const shapes = box.symbols.map(({ name }) => colourless(render(Shape, { props: { name } }).container));
    expect(new Set(shapes).size).toBe(box.symbols.length);
  });

  test("the pawns differ by their numbers, on the track and in the rows", () => {
    const five = frames.find(({ view }) => view.square.every((square) => square > 0))!;
    const { container } = lay(five, []);
    const inRows = rows(container).map((row) => colourless(row.querySelector(".pawn")!));
    expect(new Set(inRows).size).toBe(5);
    const marks = [...container.querySelectorAll('.track g[transform*="scale"] text')].map((mark) => mark.textContent);
    expect(marks.sort()).toEqual(["1", "2", "3", "4", "5"]);
  });
});

type Three = [number, number, number];

// What is left of each light to people who lack one of the three cones: Machado, Oliveira and Fernandes, 2009.
const EYES: Record<string, [Three, Three, Three]> = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
  deutan: [[0.367, 0.861, -0.228], [0.28, 0.673, 0.047], [-0.012, 0.043, 0.969]],
  tritan: [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
};
const TO_XYZ: [Three, Three, Three] = [[0.434, 0.377, 0.189], [0.213, 0.715, 0.072], [0.017, 0.109, 0.872]];

function times(rows: [Three, Three, Three], [a, b, c]: Three): Three {
  return rows.map(([x, y, z]) => Math.max(0, x * a + y * b + z * c)) as Three;
}

/** A colour as these eyes see it: lightness and two hues, evenly spaced (CIE Lab). */
function seenBy(eyes: [Three, Three, Three], colour: string): Three {
  const light = [1, 3, 5].map((i) => (parseInt(colour.slice(i, i + 2), 16) / 255) ** 2.2) as Three;
  const [x, y, z] = times(TO_XYZ, times(eyes, light)).map(Math.cbrt) as Three;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

describe.each(Object.entries(EYES))("to %s eyes", (_, eyes) => {
  const symbols = box.symbols.map(({ name }) => new RegExp(`--${name}: (#\\w{6})`).exec(source)![1]!);
  test.each([["symbols", symbols], ["pawns", PAWNS]])("the colours of the %s are far apart", (_, colours) => {
    const all = colours.map((colour) => seenBy(eyes, colour));
    for (const [i, one] of all.entries())
      for (const other of all.slice(0, i)) expect(Math.hypot(...one.map((v, k) => v - other[k]!))).toBeGreaterThan(20);
  });
});

test("every square is inside the drawing and clear of the others", () => {
  for (const tile of TILES) {
    expect(tile.x).toBeGreaterThan(20);
    expect(tile.x).toBeLessThan(SIZE.width - 20);
    expect(tile.y).toBeGreaterThan(20);
    expect(tile.y).toBeLessThan(SIZE.height - 20);
    const near = TILES.filter((other) => Math.hypot(other.x - tile.x, other.y - tile.y) < 38);
    expect(near).toEqual([tile]);
  }
});

test("the count goes round again past the end", () => {
  expect(where(SQUARES + 7)).toEqual(where(7));
  expect(where(4 * SQUARES + 48)).toEqual(where(48));
  expect([1, SQUARES, SQUARES + 1].map(tileOf)).toEqual([1, SQUARES, 1]);
});
