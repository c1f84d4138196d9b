/** Raise's board: what it lights, what it hides, and what a touch says. */

import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import { english as en } from "./catalogues";
import Board from "../src/games/raise/Board.svelte";
import source from "../src/games/raise/Board.svelte?raw";
import { PAWNS } from "../src/games/raise/look";
import Symbol from "../src/games/raise/Symbol.svelte";
import { SIZE, SQUARES, TILES, where } from "../src/games/raise/track";
import { here } from "../src/lib/here.svelte";
import { Speaker, type Catalogue } from "../src/lib/words";
import recorded from "./frames/raise.json";
import { at, colourless, glowing, random, sampled, some } from "./helpers";

const { box, frames } = recorded;
type Frame = (typeof frames)[number];

here.speaker = new Speaker("en", en as Catalogue);
afterEach(cleanup);
Element.prototype.getAnimations ??= () => []; // jsdom has none

function lay(frame: Frame, lit: string[], more: { seat?: null; sealed?: number[]; laid?: number } = {}) {
  const touch = vi.fn<(place: string) => void>();
  const players = frame.view.players;
  const props = {
    view: frame.view,
    box,
    players,
    seat: frame.seat,
    names: Array.from({ length: players }, (_, i) => `Player ${i + 1}`),
    touching: { lit: new Set(lit), chosen: [], touch },
    events: [],
    ...more,
  };
  return { touch, ...render(Board, { props }) };
}

function held(frame: Frame): string[] {
  return box.labels.filter((_, card) => (frame.view.hand[frame.seat]?.[card] ?? 0) > 0);
}

/** The rows of the players. */
function rows(container: Element): Element[] {
  return [...container.querySelectorAll("ol > li")];
}

test("the card one has laid face down is marked in one's hand", () => {
  const frame = frames[0]!;
  const card = frame.view.hand[frame.seat]!.findIndex((n) => n > 0);
  const { container } = lay(frame, [], { laid: card });
  const spot = at(container, box.labels[card]!);
  expect(spot.closest("li")!.classList.contains("laid")).toBe(true);
  expect(spot.getAttribute("aria-label")).toContain("face down");
});

describe.each(sampled(frames))("frame %i", (i, frame) => {
  test("what is lit glows, and nothing else", async () => {
    const { container, rerender, touch } = lay(frame, frame.at.flat());
    expect(glowing(container)).toEqual(frame.at.flat().sort());
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

  test("a spectator sees no hand, and everybody's counts", () => {
    const { container } = lay(frame, [], { seat: null });
    expect(container.querySelectorAll("[data-place]")).toHaveLength(0);
    expect(container.textContent).not.toContain("-1");
    rows(container).forEach((row, seat) => expect(row.textContent).toContain(`${frame.view.cards[seat]} card`));
  });
});

describe("a round", () => {
  const [laying, bidding, raised] = [frames[1]!, frames[2]!, frames[3]!]; // of one game, from one seat

  test("cards laid face down are seen by their backs alone, also after a reload", () => {
    const { container } = lay(laying, [], { sealed: [1] });
    const backs = rows(container).map((row) => row.querySelectorAll(".card").length);
    expect(backs).toEqual([0, 1, 0]);
    expect(rows(container)[1]!.querySelector(".card")!.textContent).toBe("");
    expect(container.querySelector('[data-place="pass"]')).toBeNull();
  });

  test("the cards of the round come to the players' rows, and go with the next round", async () => {
    const { container, rerender } = lay(laying, [], { sealed: [1, 2] });
    await rerender({ view: bidding.view, sealed: [] });
    const first = rows(container).map((row) => row.querySelectorAll(".card").length);
    expect(Math.min(...first)).toBe(1);
    await rerender({ view: raised.view });
    const then = rows(container).map((row) => row.querySelectorAll(".card").length);
    const all = raised.view.played.slice(0, 3).map((row) => row.reduce((sum, n) => sum + n, 0));
    expect(then).toEqual(all.map((n) => Math.min(3, n)));
    await rerender({ view: { ...raised.view, turned: raised.view.turned + 1, stake: 0, pot: 0 } });
    expect(container.querySelectorAll("ol .card")).toHaveLength(0);
  });

  test("points won fly to the winner alone", async () => {
    const { container, rerender } = lay(bidding, []);
    expect(container.querySelector(".gain")).toBeNull();
    await rerender({ view: { ...bidding.view, stake: -1, pot: 0, won: [0, 17, 0, 0, 0] } });
    expect(rows(container).map((row) => row.querySelector(".gain")?.textContent)).toEqual([undefined, "+17", undefined]);
  });
});

describe("without colours", () => {
  test("the symbols differ by their shapes", () => {
    const shapes = box.symbols.map((name) => colourless(render(Symbol, { props: { name } }).container));
    expect(new Set(shapes).size).toBe(box.symbols.length);
  });

  test("the pawns differ by their numbers, on the track and in the rows", () => {
    const five = frames.find(({ view }) => view.players === 5 && view.pot > 0)!;
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
  const symbols = box.symbols.map((name) => new RegExp(`--${name}: (#\\w{6})`).exec(source)![1]!);
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
});
