import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Board } from "../../src/games/quinze";
import Card from "../../src/games/quinze/Card.svelte";
import Cover from "../../src/games/quinze/Cover.svelte";
import { INKS } from "../../src/games/quinze/palette";
import { DOWN, freshRow, rowsAfter } from "../../src/games/quinze/row";
import type { Box, Effect, Figures, View } from "../../src/games/quinze/wire";
import { bringWords, speak } from "../../src/lib/here.svelte";
import { members } from "../../src/lib/kit/bits";
import everyFrame from "./frames/quinze.json";
import { at, boxed, colourless, glowing, sampled, type Recorded } from "../helpers";
import { apart, SIGHTS } from "../sight";

const PLACES = ["turn", "stop"];
const NAMES = ["Ana", "Ben", "Chloé", "<b>Dan</b>", "Eva", "Fred"];

type Frame = Recorded<View, Box, Figures, Effect>;
const frames = boxed<Frame>(everyFrame);

/** A board, and some of what it is given otherwise than in the frame. */
function lay(frame: Frame, lit: string[], view: Partial<View> = {}, figures: Partial<Figures> = {}, box: Partial<Box> = {}) {
  const touched: string[] = [];
  const touching = { lit: new Set(lit), chosen: [], touch: (place: string) => touched.push(place) };
  const { players, seat, effects } = frame;
  const own = { view: { ...frame.view, ...view }, figures: { ...frame.figures, ...figures }, box: { ...frame.box, ...box } };
  const props = { ...own, effects, players, seat, names: NAMES.slice(0, players), touching };
  return { ...render(Board, { props }), props, touched };
}

const turned = (card: number): Effect => ({ do: "turned", seat: 0, card, face: "", points: 0, shields: 0 });
const bust = (n: number): Effect => ({ do: "bust", seat: 0, card: 4, n });
const kept = (points: number): Effect => ({ do: "kept", seat: 0, n: 0, adds_up: 0, points });
const lost = (points: number): Effect => ({ do: "lost", seat: 0, n: 0, points });
const gathered: Effect = { do: "gathered" };

/** A frame in the middle of a game. */
function going(wanted: (frame: Frame) => boolean): Frame {
  return frames.find((frame) => frame.view.winners === 0 && wanted(frame))!;
}

beforeAll(async () => {
  await speak("fr");
  await bringWords("quinze");
});
afterEach(cleanup);

describe("the cards of Quitte ou Quinze", () => {
  it.each(sampled(frames))("light what they are told to, frame %i", async (_, frame) => {
    for (const lit of [frame.actions.map((action) => action[0]!), ["turn"], ["stop"], PLACES, []]) {
      const { container, touched } = lay(frame, lit);
      expect(glowing(container)).toEqual([...lit].sort());
      for (const place of lit) await fireEvent.click(at(container, place));
      expect(touched).toEqual(lit);
      cleanup();
    }
  });

  it("tell of a touch where nothing is lit, and of Enter and space", async () => {
    const { container, touched } = lay(frames[0]!, ["turn"]);
    await fireEvent.click(at(container, "stop"));
    await fireEvent.keyDown(at(container, "turn"), { key: "Enter" });
    await fireEvent.keyDown(at(container, "turn"), { key: " " });
    expect(touched).toEqual(["stop", "turn", "turn"]);
  });

  it("show their face once turned, and their back until then", () => {
    for (const frame of frames) {
      const { container } = lay(frame, []);
      const down = members(frame.view.down, 5).length; // the last cards stay in sight after the game
      expect(container.querySelectorAll('[data-place="turn"] .back')).toHaveLength(down);
      expect(container.querySelectorAll('[data-place="turn"] .paper')).toHaveLength(5);
      cleanup();
    }
  });

  it("say how many of those that come lose everything, and what that would mean", () => {
    const frame = going(({ players }) => players === 2);
    const risk = (figures: Partial<Figures>) => {
      const { container } = lay(frame, PLACES, {}, figures);
      const said = container.querySelector(".risk > :last-child")!.textContent!.trim();
      expect(container.querySelectorAll(".risk .paper")).toHaveLength(figures.next!.length);
      cleanup();
      return said;
    };
    expect(risk({ next: [0, 2, 3, 4], losing: 1, fate: "bust" })).toBe("1 carte sur 4 fait tout perdre.");
    expect(risk({ next: [0, 2], losing: 0, fate: "bust" })).toBe("Aucune carte ne fait tout perdre.");
    expect(risk({ next: [0, 4], losing: 1, fate: "saved" })).toMatch(/^Protégé/);
    expect(risk({ next: [0, 4], losing: 1, fate: "locked" })).toBe("But atteint : Perdre tout laisserait 15 points.");
  });

  it("turn where the finger came down", async () => {
    const frame = { ...going(({ players }) => players === 3), effects: [] };
    const { container, rerender, props } = lay(frame, PLACES, { down: 0b11110 });
    const cards = container.querySelectorAll('[data-place="turn"] .card');
    await fireEvent.pointerDown(cards[3]!);
    const after = { ...props, view: { ...frame.view, down: 0b11010 }, effects: [turned(2)] };
    await rerender(after);
    await rerender({ ...after, view: { ...after.view } }); // somebody waves: nothing happens to the cards
    expect(cards[3]!.querySelector(".times")).not.toBeNull();
    expect(cards[0]!.querySelector(".plus")).not.toBeNull();
    expect(cards[1]!.querySelector(".back")).not.toBeNull();

    await rerender({ ...after, view: { ...frame.view, down: 0b10101 }, effects: [] });
    expect(container.querySelectorAll('[data-place="turn"] .back'), "as the view has it").toHaveLength(3);
  });

  it("keep their places until they are shuffled, or a turn ends", () => {
    const row = [0, 3, DOWN, DOWN, DOWN];
    const shuffled: Effect = { do: "shuffled" };
    expect(freshRow([0, 3], 5)).toEqual(row);
    expect(rowsAfter(row, [turned(2)], 4)).toEqual([[0, 3, DOWN, DOWN, 2]]);
    expect(rowsAfter(row, [turned(2)], 0)).toEqual([[0, 3, 2, DOWN, DOWN]]);
    expect(rowsAfter([0, 3, 1, 4, 2], [shuffled, turned(1)], 2).at(-1)).toEqual([DOWN, DOWN, 1, DOWN, DOWN]);
    expect(rowsAfter(row, [bust(3), lost(3), gathered, turned(1)], 4)).toEqual([
      [0, 3, DOWN, DOWN, 4],
      [0, 3, DOWN, DOWN, 4],
      freshRow([], 5),
      [DOWN, DOWN, DOWN, DOWN, 1],
    ]);
    const won: Effect[] = [turned(2), kept(16), gathered, { do: "decided", winners: [0] }];
    expect(rowsAfter(row, won, 4).at(-1), "the winning card stays in sight").toEqual([0, 3, DOWN, DOWN, 2]);
  });

  it("count towards the target what the options say", () => {
    const beads = (frame: Frame, view: Partial<View>, figures: Partial<Figures>, box: Partial<Box> = {}) => {
      const { container } = lay(frame, [], view, figures, box);
      const full = ["rect", "circle", "path"].map((shape) => container.querySelectorAll(`${shape}.bead.full`).length);
      const words = container.querySelector("[role=group] > [role=img]")!.textContent;
      cleanup();
      return [full, words] as const;
    };
    const frame = { ...going(({ players }) => players === 3), effects: [] };
    const turn = { seat: 1, kept: [2, 6, 0, 0, 0, 0], points: 5 };
    expect(beads(frame, turn, { before: 0 })[0]).toEqual([0, 5, 0]);
    const [full, words] = beads(frame, turn, { before: 6 });
    expect(full).toEqual([6, 5, 0]); // kept ones are squares
    expect(words).toContain("6 gardés + 5 = 11");
    expect(beads(frame, { ...turn, points: 9 }, { before: 6 })[0]).toEqual([6, 8, 1]);
    expect(beads(frame, { ...turn, sudden_death: 1 }, {})[1]).toContain("15 gagne aussitôt");
    expect(beads(frame, { ...turn, lock_at_target: 1 }, {})[1]).toContain("15, jamais perdu");
    expect(beads(frame, turn, {}, { target: 0 })[0]).toEqual([0, 0, 0]);
  });

  it("say how a turn has ended until another ends", async () => {
    const frame = { ...going(({ players }) => players === 2), effects: [turned(0), bust(8), lost(8), gathered] };
    const { container, rerender, props } = lay(frame, []);
    expect(container.textContent).toContain("Ana perd 8 points.");
    expect(container.textContent).toContain("tout perdu");
    const further: Effect[] = [...frame.effects, turned(1)];
    await rerender({ ...props, effects: [turned(1)], past: further });
    expect(container.textContent).toContain("Ana perd 8 points.");
    const stopped: Effect[] = [{ do: "stopped", seat: 0, n: 3 }, kept(3), gathered];
    await rerender({ ...props, effects: stopped, past: [...further, ...stopped] });
    expect(container.textContent).toContain("Ana garde 3 points.");
    expect(container.textContent).not.toContain("tout perdu");
    await rerender({ ...props, effects: [], past: further }); // one went back
    expect(container.textContent).not.toContain("Ana garde");
    expect(container.textContent).toContain("Ana perd 8 points.");
  });

  it("blow up when a turn is lost, one after another, unless nothing was seen before", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    const still = { cancel: () => undefined } as unknown as Animation;
    const animate = vi.spyOn(Element.prototype, "animate").mockReturnValue(still);
    const start = { ...going(({ players }) => players === 2), effects: [] };
    const two = [bust(3), lost(3), gathered, bust(0), lost(0), gathered];
    expect(lay({ ...start, effects: two }, []).container.querySelector(".blast")).toBeNull();
    cleanup();

    const { container, rerender, props } = lay(start, [], { down: 0b11110 });
    await rerender({ ...props, view: { ...start.view, down: 0b11111 }, effects: two });
    const blasts = [...container.querySelectorAll<HTMLElement>(".blast")];
    const shown = blasts.map((one) => ["bust", "plus", "back"].map((kind) => one.querySelectorAll(`.${kind}`).length));
    expect(shown).toEqual([
      [1, 1, 3],
      [1, 0, 4],
    ]);
    expect(blasts.map((one) => one.style.getPropertyValue("--wait"))).toEqual(["0ms", "1200ms"]);
    animate.mockRestore();
    vi.unstubAllGlobals();
  });

  it("show the best after the game, and nobody's turn", () => {
    const over = frames.filter((frame) => frame.view.winners !== 0);
    for (const frame of over) {
      const { container, getByRole } = lay(frame, []);
      const best = frame.figures.best;
      expect(getByRole("img", { name: new RegExp(`^Meilleur score.: ${best}$`) })).toBeTruthy();
      expect(container.querySelector(".risk")).toBeNull();
      expect(container.querySelector("[aria-current]")).toBeNull();
      cleanup();
    }
    expect(over.length).toBeGreaterThan(1);
  });

  it("differ without their colours, and their inks differ to every sight", () => {
    const points = [1, 3, 5].map((n) => ({ kind: "plus", n }) as const);
    const others = (["times", "shield", "bust"] as const).map((kind) => ({ kind, n: 2 }));
    const cards = [undefined, ...points, ...others];
    const faces = cards.map((card) => {
      const face = colourless(render(Card, { props: { card } }).container);
      cleanup();
      return face;
    });
    expect(new Set(faces).size).toBe(cards.length);
    const inks = Object.values(INKS);
    for (const sight of Object.keys(SIGHTS)) {
      for (const [i, one] of inks.entries()) {
        for (const other of inks.slice(0, i)) expect(apart(one, other, sight)).toBeGreaterThan(0.1);
      }
    }
  });

  it("have names as text beside what is kept, and a box", () => {
    const six = lay(frames.find((frame) => frame.players === 6)!, []);
    expect(six.container.textContent).toContain("<b>Dan</b>");
    expect(render(Cover).container.querySelectorAll(".paper")).toHaveLength(5);
  });
});
