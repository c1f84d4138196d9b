import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Board, meaning } from "../src/games/bonne-main";
import Cover from "../src/games/bonne-main/Cover.svelte";
import Hand from "../src/games/bonne-main/Hand.svelte";
import { LOOKS } from "../src/games/bonne-main/seats";
import { nameOf, squareOf, steps } from "../src/games/bonne-main/squares";
import { balance, lengths, story } from "../src/games/bonne-main/story";
import tutorial from "../src/games/bonne-main/tutorial.json";
import { bringWords, speak } from "../src/lib/here.svelte";
import type { Happened } from "../src/lib/responses";
import frames from "./frames/bonne-main.json";
import { at, colourless, glowing, random, sampled, some } from "./helpers";

type Frame = (typeof frames)[number];
const NAMES = ["Ana", "Ben", "Chloé", "<b>Dan</b>"];
const ANSWERS = ["take b3", "leave b3", "give b3"];

function lay(frame: Frame, lit: string[], chosen: string[] = []) {
  const touched: string[] = [];
  const touching = { lit: new Set(lit), chosen, touch: (place: string) => touched.push(place) };
  const { view, box, players, seat, events } = frame;
  const props = { view, box, players, seat, names: NAMES.slice(0, players), touching, events };
  return { ...render(Board, { props }), props, touched };
}

function squares(frame: Frame): string[] {
  return frame.view.on.flatMap((what, square) => (what === -2 ? [] : [nameOf(square)]));
}

function phase(wanted: number): Frame {
  return frames.find((frame) => frame.view.phase === wanted)!;
}

beforeAll(async () => {
  await speak("en");
  await bringWords("bonne-main");
});
afterEach(cleanup);

describe("the board of La Bonne Main", () => {
  it.each(sampled(frames))("lights what it is told to, frame %i", async (i, frame) => {
    const chance = random(i + 1);
    const places = [...squares(frame), ...ANSWERS];
    const first = [...new Set(frame.actions.map((action) => action[0]!))];
    const { container, touched, rerender, props } = lay(frame, []);
    for (const lit of [first, some(places, chance), places, []]) {
      await rerender({ touching: { ...props.touching, lit: new Set(lit) } });
      expect(glowing(container)).toEqual([...lit].sort());
      for (const place of lit) at(container, place).dispatchEvent(new MouseEvent("click", { bubbles: true }));
      expect(touched.splice(0)).toEqual(lit);
    }
  });

  it("lights the goals of a chosen hand, a loop back to it too, and says what for", () => {
    const frame = phase(2);
    const hand = frame.actions[0]![0]!;
    const goals = frame.actions.filter((action) => action[0] === hand).map((action) => action[1]!);
    const { container } = lay(frame, [...goals, hand], [hand]);
    expect(new Set(glowing(container))).toEqual(new Set([...goals, hand]));
    expect(at(container, hand).getAttribute("aria-pressed")).toBe("true");
    expect(at(container, hand).getAttribute("aria-label")).toContain("come back");
    expect(at(container, goals.find((goal) => goal !== hand)!).getAttribute("aria-label")).toContain("go there");
    expect(container.querySelector(".say")!.textContent).toContain("Touch the square");
  });

  it("says which hand loses a coin and which one moves", () => {
    for (const [n, words] of [[1, "lose a coin"], [2, "move this hand"]] as const) {
      const hand = phase(n).actions[0]![0]!;
      const { container } = lay(phase(n), [hand]);
      expect(at(container, hand).getAttribute("aria-label")).toContain(words);
      cleanup();
    }
  });

  it("asks about a neighbour in few words, which its full answer contains", () => {
    const { container } = lay(phase(4), ANSWERS);
    for (const place of ANSWERS) {
      const button = at(container, place);
      expect(button.getAttribute("aria-label")).toContain(button.textContent.trim());
      expect(button.getAttribute("aria-label")).toContain("b3");
    }
    expect(container.querySelectorAll(".asked")).toHaveLength(1);
  });

  it("tells of Enter, space and a touch where nothing is lit", async () => {
    const { container, touched } = lay(frames[0]!, ["c5"]);
    await fireEvent.click(at(container, "a1"));
    await fireEvent.keyDown(at(container, "c5"), { key: "Enter" });
    await fireEvent.keyDown(at(container, "c5"), { key: " " });
    await fireEvent.keyDown(at(container, "c5"), { key: "x" });
    expect(touched).toEqual(["a1", "c5", "c5"]);
  });

  it.each(sampled(frames))("says whose hand stands where, frame %i", (_, frame) => {
    const { container } = lay(frame, []);
    frame.view.at.forEach((square, hand) => {
      if (square < 0) return;
      const label = at(container, nameOf(square)).getAttribute("aria-label");
      expect(label).toContain(NAMES[Math.floor(hand / 3)]);
      expect(label).toMatch(new RegExp(`\\b${frame.view.coins[hand]} coin`));
    });
    const held = frame.view.coins.filter((coins) => coins > 0);
    const written = [...container.querySelectorAll(".walker text")].map((one) => Number(one.textContent));
    expect(written).toEqual(held);
    const lost = frame.box.coins - held.reduce((a, b) => a + b, 0);
    expect(container.querySelector("div.lost")!.textContent).toContain(`Out of the game: ${lost} coin`);
    expect(container.querySelectorAll("b")).toHaveLength(0);
    expect(container.querySelectorAll("[style]:not(.walker)")).toHaveLength(0);
  });

  it("has a cover", () => {
    expect(render(Cover).container.querySelectorAll("svg")).toHaveLength(1);
  });
});

describe("the hands of the seats", () => {
  it("differ by their shapes alone", () => {
    const drawn = LOOKS.map((_, seat) => colourless(render(Hand, { props: { seat, side: 0, coins: 2 } }).container));
    expect(new Set(drawn).size).toBe(LOOKS.length);
  });

  // Machado, Oliveira and Fernandes (2009), severity 1; distances in Oklab, black to white being 1.
  it.each([
    ["everybody", [1, 0, 0, 0, 1, 0, 0, 0, 1]],
    ["protanopes", [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998]],
    ["deuteranopes", [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881]],
    ["tritanopes", [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039]],
  ])("differ by their colours for %s", (_, sight) => {
    const seen = LOOKS.map(({ colour }) => oklab(times(sight, light(colour)).map((part) => Math.min(1, Math.max(0, part)))));
    seen.forEach((one, i) =>
      seen.slice(i + 1).forEach((other) => expect(Math.hypot(...one.map((part, k) => part - other[k]!))).toBeGreaterThan(0.15)),
    );
  });
});

function light(colour: string): number[] {
  const parts = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255);
  return parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
}

function times(matrix: number[], point: number[]): number[] {
  return [0, 3, 6].map((row) => point.reduce((sum, part, i) => sum + part * matrix[row + i]!, 0));
}

function oklab(point: number[]): number[] {
  const cones = times([0.4122215, 0.5363325, 0.051446, 0.2119035, 0.6806995, 0.107397, 0.0883025, 0.2817188, 0.6299787], point);
  return times([0.2104543, 0.7936178, -0.004072, 1.9779985, -2.4285922, 0.4505937, 0.025904, 0.7827718, -0.8086758], cones.map(Math.cbrt));
}

describe("what a square that is not lit would mean", () => {
  it("is a coin to lose, a move, or the square", () => {
    expect(meaning("b2", [], phase(1).view)).toBe("drop b2");
    expect(meaning("b2", ["d7"], phase(2).view)).toBe("d7-b2");
    expect(meaning("b2", [], phase(4).view)).toBe("b2");
    for (const place of squares(phase(2))) expect(meaning(place, [], phase(2).view)).toMatch(/^([a-i]\d-)?[a-i]\d$/);
  });

  it("never is something allowed", () => {
    for (const frame of frames.filter(({ view }) => view.phase === 2)) {
      const allowed = frame.actions.map((action) => action.join("-"));
      const hands = new Set(frame.actions.map((action) => action[0]!));
      const unlit = squares(frame).filter((place) => !hands.has(place));
      for (const place of unlit) expect(allowed).not.toContain(meaning(place, [], frame.view));
    }
  });
});

describe("what has happened", () => {
  const told = [...frames, ...tutorial.map(({ news }) => news)].map(({ events }) => story(events as Happened[]));

  it("is walks of single steps, as the table tells them", () => {
    const walks = told.flat().filter(({ way }) => way.length > 0);
    expect(walks.length).toBeGreaterThan(8);
    for (const { way, passes } of walks) {
      way.slice(1).forEach((square, i) => expect(steps(square, way[i]!)).toBe(1));
      expect(new Set(way.slice(1)).size).toBe(way.length - 1);
      for (const { from, to } of passes) expect([to, steps(from, to)]).toEqual([way.at(-1), 1]);
    }
  });

  it("is where each coin went", () => {
    const play = (say: string): Happened => ({ number: 1, at: 0, kind: "play", seat: 1, say });
    const [c2, d2] = [squareOf("c2"), squareOf("d2")];
    expect(story([play("drop c2")])[0]!.passes).toEqual([{ from: c2, to: -1 }]);
    expect(story([play("take c2")], d2)[0]!.passes).toEqual([{ from: c2, to: d2 }]);
    expect(story([play("give c2")], d2)[0]!.passes).toEqual([{ from: d2, to: c2 }]);
    expect([story([play("leave c2")], d2), story([play("take c2")]), story([{ ...play("4"), kind: "draw" }])]).toEqual([[], [], []]);
    const thefts = { seat: 0, way: [1, d2], passes: [{ from: c2, to: d2 }, { from: 34, to: d2 }], gone: [] };
    expect(Object.fromEntries(balance(thefts))).toEqual({ [c2]: -1, [d2]: 2, 34: -1 });
    expect(lengths(thefts).every((time) => time > 0 && time < 650)).toBe(true);
  });

  it("adds up, from lesson to lesson", () => {
    tutorial.slice(1).forEach(({ news: { view, events } }, i) => {
      const old = tutorial[i]!.news.view;
      const acts = story(events as unknown as Happened[], old.at[old.moved] ?? -1);
      const lost = acts.flatMap((act) => act.passes).filter(({ to }) => to < 0).length;
      const sum = (coins: number[]): number => coins.reduce((a, b) => a + b, 0);
      expect(sum(old.coins) - sum(view.coins)).toBe(lost);
      const hands = (at: number[]): number => at.filter((square) => square >= 0).length;
      expect(hands(old.at) - hands(view.at)).toBe(acts.flatMap((act) => act.gone).length);
    });
  });
});

describe("what moves", () => {
  const step = (i: number) => {
    const { news, box, players } = tutorial[i]!;
    return { view: news.view, events: news.events, box, players, seat: 0, names: NAMES.slice(0, players) } as unknown as Frame;
  };
  let moves: string[][] = [];

  beforeEach(() => {
    moves = [];
    vi.spyOn(Element.prototype, "animate").mockImplementation(function (this: Element, frames) {
      moves.push([this.classList[0] ?? "", String((frames as Keyframe[]).length)]);
      return { onfinish: null } as unknown as Animation;
    });
  });
  afterEach(() => vi.restoreAllMocks());

  async function go(from: number, to: number, still: boolean) {
    vi.spyOn(globalThis, "matchMedia").mockImplementation(() => ({ matches: still }) as MediaQueryList);
    const { rerender, props, container } = lay(step(from), []);
    await rerender({ ...props, ...step(to) });
    return container;
  }

  it("is a walk square by square, then coins, then the hands that have none left", async () => {
    const container = await go(6, 7, false); // d2 goes round a loop and empties two hands
    expect(moves.filter(([what]) => what === "walker")).toContainEqual(["walker", "5"]);
    expect(moves.filter(([what]) => what === "flight")).toHaveLength(2);
    expect(moves.filter(([what]) => what === "leaver")).toHaveLength(2);
    expect(container.querySelectorAll(".flight")).toHaveLength(2);
  });

  it("is nothing for those who asked for stillness, or after a jump", async () => {
    const container = await go(6, 7, true);
    expect(container.querySelectorAll(".flight, .leaver")).toHaveLength(0);
    cleanup();
    await go(7, 2, false);
    await go(0, 7, false);
    expect(moves.filter(([what]) => what)).toEqual([]); // but for the die
  });

  it("leaves its marks: where a hand came from, where it stands, and who won or lost", async () => {
    const container = await go(7, 8, true);
    expect(container.querySelectorAll("circle.start")).toHaveLength(1);
    expect([...container.querySelectorAll(".badge")].map((one) => one.textContent).sort()).toEqual(["+1", "−1"]);
    cleanup();
    expect((await go(8, 0, true)).querySelectorAll("circle.start, .badge")).toHaveLength(0);
  });
});
