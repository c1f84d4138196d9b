import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Board } from "../src/games/rolit";
import Animal from "../src/games/rolit/Animal.svelte";
import Cover from "../src/games/rolit/Cover.svelte";
import { PALETTE } from "../src/games/rolit/palette";
import { colours, HOLLOWS, turnedBy } from "../src/games/rolit/tray";
import { bringWords, speak } from "../src/lib/here.svelte";
import { members } from "../src/lib/kit/bits";
import frames from "./frames/rolit.json";
import { at, colourless, glowing, random, sampled, some } from "./helpers";
import { apart, SIGHTS } from "./sight";

const PLACES = [..."123456"].flatMap((row) => [..."abcdef"].map((column) => column + row)).concat("pass");
const NAMES = ["Ana", "Ben", "Chloé", "<b>Dan</b>"];

function lay(frame: (typeof frames)[number], lit: string[], chosen: string[] = []) {
  const touched: string[] = [];
  const touching = { lit: new Set(lit), chosen, touch: (place: string) => touched.push(place) };
  const { view, box, players, seat, events } = frame;
  const props = { view, box, players, seat, names: NAMES.slice(0, players), touching, events };
  return { ...render(Board, { props }), props, touched };
}

beforeAll(async () => {
  await speak("fr");
  await bringWords("rolit");
});
afterEach(cleanup);

describe("the tray of Rolit", () => {
  it.each(sampled(frames))("lights what it is told to, frame %i", (i, frame) => {
    const chance = random(i);
    const lists = [frame.actions.map((action) => action[0]!), some(PLACES, chance), i ? [] : PLACES];
    for (const lit of lists) {
      const { container, touched } = lay(frame, lit);
      expect(glowing(container)).toEqual([...lit].sort());
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

  it("says aloud which free hollows may be played", () => {
    const { container } = lay(frames[0]!, ["c5"]);
    expect(at(container, "c5").getAttribute("aria-label")).toBe("c5, libre, on peut y jouer");
    expect(at(container, "a1").getAttribute("aria-label")).toBe("a1, libre");
  });

  it.each(sampled(frames))("draws every ball with the animal of its colour, frame %i", (_, frame) => {
    const { container } = lay(frame, []);
    frame.view.ball.forEach((set, colour) => {
      const cells = members(set, 42).map((bit) => "abcdef"[bit % 7]! + String(Math.floor(bit / 7) + 1));
      for (const cell of cells) expect(at(container, cell).querySelector(`[data-colour="${colour}"]`)).not.toBeNull();
    });
  });

  it("rolls balls over when their colour changes, and marks the ball that was put", async () => {
    const start = frames.find((frame) => frame.players === 4)!;
    const { container, rerender, props } = lay(start, []);
    const after = { ...start.view, ball: [65536 + 8388608 + 2 ** 30, 131072, 16777216, 0] };
    await rerender({ ...props, view: after, events: [{ number: 9, at: 0, kind: "play", say: "c5" }] });
    expect(at(container, "c4").querySelector('[data-colour="0"]')).not.toBeNull();
    await vi.waitFor(() => expect(at(container, "c4").querySelectorAll("[data-colour]")).toHaveLength(1));
    const mark = (place: string) => [".last", ".turned"].filter((one) => at(container, place).querySelector(one));
    expect(["c5", "c4", "c3"].map(mark)).toEqual([[".last"], [".turned"], []]);
    expect(at(container, "c5").getAttribute("aria-label")).toMatch(/c5, rouge, dernière/);
    expect(at(container, "c4").getAttribute("aria-label")).toMatch(/c4, rouge, vient de rouler/);

    // News about something else change nothing of it.
    await rerender({ ...props, view: after, events: [{ number: 10, at: 0, kind: "react" }] });
    expect(["c5", "c4", "c3"].map(mark)).toEqual([[".last"], [".turned"], []]);
  });

  it("knows what a ball has turned from what it saw before", () => {
    const tray = (picture: string) => [...picture.replace(/\s/g, "")].map((ball) => "RYGE".indexOf(ball));
    const before = tray("RYGE.. ...... ...... Y..... ...... ......");
    const after = tray("RRRRR. ...... ...... R..... ...... ......");
    const found = turnedBy(HOLLOWS[4]!, before, after).map(({ place }) => place);
    expect(found).toEqual(["b1", "c1", "d1"]); // a4 is not in line with e1: an earlier ball turned it
    expect(turnedBy(HOLLOWS[4]!, [], after)).toEqual([]);
    expect(colours([1, 2, 4, 8]).slice(0, 6)).toEqual([0, 1, 2, 3, -1, -1]);
  });

  it("shows in every lit hollow the ball that would lie there", () => {
    const alone = frames.filter((frame) => frame.players === 1 && frame.view.player >= 0);
    for (const frame of alone) {
      const { container } = lay(frame, ["a1", "f6"]);
      const next = frame.box.sides[frame.view.side];
      const ghosts = [...container.querySelectorAll(".ghost use")].map((one) => one.getAttribute("href"));
      expect(ghosts.length).toBeGreaterThan(0);
      for (const ghost of ghosts) expect(ghost).toMatch(new RegExp(`-${next}$`));
      expect(container.querySelector('[aria-current="true"]')!.textContent).toMatch(/à poser/);
      cleanup();
    }
  });

  it("names players as text, and colours that nobody plays as neutral", () => {
    const four = lay(frames.find((frame) => frame.players === 4)!, []);
    expect(four.getByText("<b>Dan</b>")).toBeTruthy();
    cleanup();
    const alone = lay(frames[0]!, []);
    expect(alone.getAllByText("neutre")).toHaveLength(2);
    expect(alone.getByText("rouge")).toBeTruthy();
    expect(alone.getByText("gris")).toBeTruthy();
  });

  it("has balls that differ without their colours, and colours that differ to every sight", () => {
    const faces = PALETTE.map((_, colour) => {
      const face = colourless(render(Animal, { props: { colour } }).container);
      cleanup();
      return face;
    });
    expect(new Set(faces).size).toBe(4);
    for (const sight of Object.keys(SIGHTS)) {
      for (const [i, one] of PALETTE.entries()) {
        for (const other of PALETTE.slice(0, i)) expect(apart(one.skin, other.skin, sight)).toBeGreaterThan(0.13);
      }
    }
  });

  it("has a box", () => {
    expect(render(Cover).container.querySelectorAll(".animal").length).toBeGreaterThan(3);
  });
});
