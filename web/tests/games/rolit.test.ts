import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Board } from "../../src/games/rolit";
import Animal from "../../src/games/rolit/Animal.svelte";
import Cover from "../../src/games/rolit/Cover.svelte";
import { PALETTE } from "../../src/games/rolit/palette";
import type { Box, Effect, Figures, View } from "../../src/games/rolit/wire";
import { bringWords, speak } from "../../src/lib/here.svelte";
import { members } from "../../src/lib/kit/bits";
import everyFrame from "./frames/rolit.json";
import { at, boxed, colourless, glowing, random, sampled, some, type Recorded } from "../helpers";
import { apart, SIGHTS } from "../sight";

const PLACES = [..."123456"].flatMap((row) => [..."abcdef"].map((column) => column + row)).concat("pass");
const NAMES = ["Ana", "Ben", "Chloé", "<b>Dan</b>"];

type Frame = Recorded<View, Box, Figures, Effect>;
const frames = boxed<Frame>(everyFrame);

function lay(frame: Frame, lit: string[], chosen: string[] = []) {
  const touched: string[] = [];
  const touching = { lit: new Set(lit), chosen, touch: (place: string) => touched.push(place) };
  const { view, box, figures, effects, players, seat } = frame;
  const props = { view, box, figures, effects, players, seat, names: NAMES.slice(0, players), touching };
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

  const start = frames.find((frame) => frame.players === 4)!;
  const after = { ...start.view, ball: [65536 + 8388608 + 2 ** 30, 131072, 16777216, 0] };
  const put: Effect = { do: "put", seat: 0, colour: "red", at: "c5" };
  const turned: Effect = { do: "turned", colour: "red", by: "c5", at: ["c4"], n: 1 };
  const marks = (container: Element) =>
    ["c5", "c4", "c3"].map((place) => [".last", ".turned"].filter((one) => at(container, place).querySelector(one)));

  it("rolls balls over that are turned, and marks the ball that was put", async () => {
    const { container, rerender, props } = lay(start, []);
    await rerender({ ...props, view: after, effects: [put, turned] });
    expect(at(container, "c4").querySelector('[data-colour="0"]')).not.toBeNull();
    await vi.waitFor(() => expect(at(container, "c4").querySelectorAll("[data-colour]")).toHaveLength(1));
    expect(marks(container)).toEqual([[".last"], [".turned"], []]);
    expect(container.querySelectorAll("svg > .line")).toHaveLength(1);
    expect(at(container, "c5").getAttribute("aria-label")).toMatch(/c5, singe, dernière/);
    expect(at(container, "c4").getAttribute("aria-label")).toMatch(/c4, singe, vient de rouler/);

    // Who passes changes nothing of it; who goes back, all.
    const passed: Effect = { do: "passed", seat: 1, colour: "yellow" };
    await rerender({ ...props, view: after, effects: [passed], past: [put, turned, passed] });
    expect(marks(container)).toEqual([[".last"], [".turned"], []]);
    await rerender({ ...props, effects: [], past: [] });
    expect(marks(container)).toEqual([[], [], []]);
  });

  it("marks only what the last ball turned, and shows it to whoever comes in", () => {
    const earlier: Effect[] = [{ ...put, at: "c2" }, { ...turned, by: "c2", at: ["c3"] }];
    const { container } = lay({ ...start, view: after, effects: [...earlier, put, turned] }, []);
    expect(marks(container)).toEqual([[".last"], [".turned"], []]);
  });

  it("moves only the balls that something happened to", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    const animate = vi.spyOn(Element.prototype, "animate");
    const moving = async (effects: Effect[]) => {
      const { rerender, props } = lay(start, []);
      await rerender({ ...props, view: after, effects });
      const moved = (animate.mock.contexts as Element[]).map((one) => one.closest("[data-place]")?.getAttribute("data-place"));
      animate.mockClear();
      cleanup();
      return [...new Set(moved)].filter(Boolean).sort();
    };
    expect(await moving([put, turned])).toEqual(["c4", "c5"]);
    expect(await moving([])).toEqual([]);
    animate.mockRestore();
    vi.unstubAllGlobals();
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
    expect(alone.getByText("singe")).toBeTruthy();
    expect(alone.getByText("éléphant")).toBeTruthy();
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
