import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Board } from "../../src/games/bonne-main";
import Cover from "../../src/games/bonne-main/Cover.svelte";
import Hand from "../../src/games/bonne-main/Hand.svelte";
import { moves } from "../../src/games/bonne-main/moves";
import { LOOKS } from "../../src/games/bonne-main/seats";
import { squaresOf } from "../../src/games/bonne-main/squares";
import tutorial from "../../src/games/bonne-main/tutorial.json";
import { PHASE, type Box, type Effect, type Figures, type View } from "../../src/games/bonne-main/wire";
import { bringWords, speak } from "../../src/lib/here.svelte";
import everyFrame from "./frames/bonne-main.json";
import { at, boxed, colourless, glowing, random, sampled, some, type Recorded } from "../helpers";
import { apart, SIGHTS } from "../sight";

type Frame = Recorded<View, Box, Figures, Effect>;
const frames = boxed<Frame>(everyFrame);
const NAMES = ["Ana", "Ben", "Chloé", "<b>Dan</b>"];
const ANSWERS = ["take", "leave", "give"];

function lay(frame: Frame, lit: string[], chosen: string[] = []) {
  const touched: string[] = [];
  const touching = { lit: new Set(lit), chosen, touch: (place: string) => touched.push(place) };
  const { view, box, figures, effects, players, seat } = frame;
  const props = { view, box, figures, effects, players, seat, names: NAMES.slice(0, frame.players), touching };
  return { ...render(Board, { props }), props, touched };
}

function answers({ figures }: Frame): string[] {
  return figures.asked ? ANSWERS.map((word) => `${word} ${figures.asked}`) : [];
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
    const places = [...squaresOf(frame.box).map(({ name }) => name), ...answers(frame)];
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
    const frame = phase(PHASE.MOVING);
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
    for (const [n, words] of [[PHASE.DROPPING, "lose a coin"], [PHASE.MOVING, "move this hand"]] as const) {
      const hand = phase(n).actions[0]![0]!;
      const { container } = lay(phase(n), [hand]);
      expect(at(container, hand).getAttribute("aria-label")).toContain(words);
      cleanup();
    }
  });

  it("asks about a neighbour in few words, which its full answer contains", () => {
    const frame = phase(PHASE.SHARING);
    const { container } = lay(frame, answers(frame));
    const said = answers(frame).map((place) => {
      const button = at(container, place);
      expect(button.getAttribute("aria-label")).toContain(button.textContent.trim());
      expect(button.getAttribute("aria-label")).toContain(frame.figures.asked);
      return button.textContent.trim();
    });
    expect(said).toEqual(["Take a coin", "Take nothing", "Give a coin"]);
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
    for (const { name, number } of squaresOf(frame.box)) {
      const hand = frame.view.at.indexOf(number);
      const label = at(container, name).getAttribute("aria-label");
      expect(label).toContain(hand < 0 ? "free" : NAMES[frame.box.owners[hand]!]);
      if (hand >= 0) expect(label).toMatch(new RegExp(`\\b${frame.view.coins[hand]} coin`));
    }
    const held = frame.view.coins.filter((coins) => coins > 0);
    const written = [...container.querySelectorAll(".walker text")].map((one) => Number(one.textContent));
    expect(written).toEqual(held);
    expect(container.querySelector("div.lost")!.textContent).toContain(`Out of the game: ${frame.figures.lost} coin`);
    const sums = [...container.querySelectorAll(".sum text")].map((one) => Number(one.textContent));
    expect(sums).toEqual(frame.figures.scores);
    expect(container.querySelectorAll("b")).toHaveLength(0);
    expect(container.querySelectorAll("[style]")).toHaveLength(0);
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

  it.each(Object.keys(SIGHTS))("differ by their colours for %s eyes", (sight) => {
    LOOKS.forEach(({ colour }, i) =>
      LOOKS.slice(i + 1).forEach((other) => expect(apart(colour, other.colour, sight)).toBeGreaterThan(0.15)),
    );
  });
});

describe("what moves", () => {
  /** A step of the first game, as the board is given it. */
  const step = (i: number, happens = true): Frame => {
    const { news, players } = tutorial[i]!;
    const effects = happens ? news.events.flatMap((event): unknown[] => event.effects) : [];
    const { box, options } = tutorial[0]!.news;
    return { ...news, box, view: { ...news.view, ...options }, effects, players, seat: 0 } as unknown as Frame;
  };
  let moved: { what: string; frames: Keyframe[]; delay: number }[] = [];
  const only = (what: string) => moved.filter((one) => one.what === what);
  const badges = (container: Element) => [...container.querySelectorAll(".badge")].map((one) => one.textContent).sort();

  beforeEach(() => {
    moved = [];
    vi.spyOn(Element.prototype, "animate").mockImplementation(function (this: Element, frames, options) {
      const { delay = 0 } = options as KeyframeAnimationOptions;
      moved.push({ what: this.closest(".die") ? "die" : (this.classList[0] ?? ""), frames: frames as Keyframe[], delay });
      return { onfinish: null, cancel: () => undefined } as unknown as Animation;
    });
  });
  afterEach(() => vi.restoreAllMocks());

  async function go(from: Frame, to: Frame, still = false) {
    vi.spyOn(globalThis, "matchMedia").mockImplementation(() => ({ matches: still }) as MediaQueryList);
    const { rerender, props, container } = lay(from, []);
    await rerender({ ...props, ...to });
    return container;
  }

  it("is a walk square by square, then coins, then the hands that have none left", async () => {
    const container = await go(step(6), step(7)); // d2 goes round a loop and empties two hands
    expect(only("walker").map(({ frames, delay }) => [frames.length, delay])).toContainEqual([5, 0]);
    expect(only("flight").map(({ delay }) => delay)).toEqual([340, 520]); // after four squares
    expect(only("leaver").map(({ delay }) => delay)).toEqual([520, 700]); // each once its coin is on its way
    expect(container.querySelectorAll(".flight")).toHaveLength(2);
  });

  it("is the die, once all before it has been shown", async () => {
    await go(step(1), step(2));
    const last = Math.max(...moved.filter(({ what }) => what !== "die").map(({ delay }) => delay));
    expect(only("die")).toHaveLength(1);
    expect(only("die")[0]!.delay).toBeGreaterThan(last);
  });

  it("is no coin before the hand has come that loses it", async () => {
    await go(step(1), step(2)); // d6 goes to d2 and takes two coins, and loses one to a hand that comes then
    expect(only("flight").map(({ frames }) => frames[0]!["opacity"])).toEqual([undefined, undefined, 0]);
  });

  it.each(["stolen", "shifted"] as const)("is a coin that is %s on demand, and the hand has it when it is there", async (what) => {
    const frame = phase(PHASE.SHARING);
    const { box, view, figures } = frame;
    const beside = squaresOf(box).find(({ name }) => name === figures.asked)!;
    const to = squaresOf(box).find(({ number }) => number === view.at[view.moved])!.name;
    const coin = { seat: 0, hand: view.on[beside.number]!, at: beside.name, taker: view.moved, to };
    const container = await go(frame, { ...frame, effects: [what === "stolen" ? { do: what, by: 1, ...coin } : { do: what, ...coin }] });
    expect(only("flight")).toHaveLength(1);
    expect(badges(container)).toEqual(["+1", "−1"]);
    const written = [...container.querySelectorAll(".walker text")].map((one) => Number(one.textContent));
    const sum = (coins: number[]): number => coins.reduce((a, b) => a + b, 0);
    expect(sum(view.coins) - sum(written)).toBe(1); // the one that flies
  });

  it("is nothing that does not lie or stand on the board", () => {
    const quiet: Effect[] = [{ do: "rolled", seat: 0, n: 3 }, { do: "left", seat: 0, at: "d4" }, { do: "stuck", seat: 1 }, { do: "out", seat: 1 }];
    expect(quiet.flatMap((effect) => moves(effect, [0, 2]))).toEqual([]);
  });

  it("is nothing for those who asked for stillness, or where nothing happened", async () => {
    const container = await go(step(6), step(7), true);
    expect(container.querySelectorAll(".flight, .leaver")).toHaveLength(0);
    cleanup();
    await go(step(7), step(2, false));
    expect(moved).toEqual([]);
  });

  it("leaves its marks: where a hand came from, where it stands, and who won or lost", async () => {
    const container = await go(step(7), step(8), true);
    expect(container.querySelectorAll("circle.start")).toHaveLength(1);
    expect(container.querySelectorAll(".above .lost")).toHaveLength(1);
    expect(badges(container)).toEqual(["+1", "−1"]);
    cleanup();
    expect((await go(step(8), step(0), true)).querySelectorAll("circle.start, .badge")).toHaveLength(0);
  });

  it("is marked for whoever comes in, and only the last of it", () => {
    const { container } = lay(step(2), []); // two turns, in the second d1 takes a coin from d2
    expect(badges(container)).toEqual(["+1", "−1"]);
    expect(container.querySelectorAll("circle.start")).toHaveLength(1);
    expect(moved).toEqual([]);
  });
});
