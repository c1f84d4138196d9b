/** Raise's board: what it lights, what it hides, and what a touch says. */

import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import en from "../../src/ludotheque/locales/en.json";
import Board from "../src/games/raise/Board.svelte";
import { SIZE, SQUARES, TILES, where } from "../src/games/raise/track";
import { here } from "../src/lib/here.svelte";
import type { Happened } from "../src/lib/protocol";
import { Speaker, type Catalogue } from "../src/lib/words";
import recorded from "./frames/raise.json";

const { box, frames } = recorded;
type Frame = (typeof frames)[number];

here.speaker = new Speaker("en", en as Catalogue);
afterEach(cleanup);

function lay(frame: Frame, lit: string[], seat: number | null = frame.seat) {
  const touch = vi.fn<(place: string) => void>();
  const players = frame.view.players;
  const props = {
    view: frame.view,
    box,
    players,
    seat,
    names: Array.from({ length: players }, (_, i) => `Player ${i + 1}`),
    touching: { lit: new Set(lit), chosen: [], touch },
    events: frame.events as Happened[],
  };
  return { touch, ...render(Board, { props }) };
}

function glowing(container: Element): string[] {
  return [...container.querySelectorAll<HTMLElement>("[data-lit]")].map((spot) => spot.dataset["place"]!).sort();
}

function held(frame: Frame): string[] {
  return box.labels.filter((_, card) => (frame.view.hand[frame.seat]?.[card] ?? 0) > 0);
}

/** Some of the places, always the same for a seed. */
function some(places: string[], seed: number): string[] {
  return places.filter((_, i) => Math.sin(seed * 97 + i * 31) > 0);
}

describe.each(frames.map((frame, i) => ({ frame, i })))("frame $i", ({ frame, i }) => {
  test("what is lit glows, and nothing else", async () => {
    const { container, rerender, touch } = lay(frame, frame.at.flat());
    expect(glowing(container)).toEqual(frame.at.flat().sort());
    const places = [...held(frame), "pass", "done"];
    for (const lit of [places, [], ...[1, 2, 3, 4].map((n) => some(places, 10 * i + n))]) {
      await rerender({ touching: { lit: new Set(lit), chosen: [], touch } });
      expect(glowing(container)).toEqual([...lit].sort());
    }
  });

  test.runIf(i % 3 === 0)("a click and the keyboard touch the place", async () => {
    const places = [...held(frame), "pass", "done"];
    const { container, touch } = lay(frame, places);
    for (const place of places) {
      const spot = container.querySelector<HTMLElement>(`[data-place="${place}"]`)!;
      expect(spot.textContent || spot.getAttribute("aria-label")).toBeTruthy();
      await fireEvent.click(spot);
      expect(touch).toHaveBeenLastCalledWith(place);
      if (spot.tagName === "BUTTON") continue; // a button knows Enter by itself
      await fireEvent.keyDown(spot, { key: "Enter" });
    }
    expect(touch).toHaveBeenCalledTimes(2 * places.length - 2);
  });

  test.runIf(i % 4 === 1)("a spectator sees no hand, and everybody's counts", () => {
    const { container } = lay(frame, [], null);
    expect(container.querySelectorAll("[data-place]")).toHaveLength(0);
    expect(container.textContent).not.toContain("-1");
    for (let seat = 0; seat < frame.view.players; seat++) {
      const said = `${frame.view.cards[seat]} card`;
      expect(container.querySelectorAll("ol > li")[seat]?.textContent).toContain(said);
    }
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
