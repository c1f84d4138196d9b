import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { Board } from "../src/games/quinze";
import Card from "../src/games/quinze/Card.svelte";
import Cover from "../src/games/quinze/Cover.svelte";
import { INKS } from "../src/games/quinze/palette";
import { DOWN, lastEnded, rowAfter, rowWith } from "../src/games/quinze/row";
import { bringWords, speak } from "../src/lib/here.svelte";
import { members } from "../src/lib/kit/bits";
import type { Happened } from "../src/lib/responses";
import frames from "./frames/quinze.json";
import { at, colourless, glowing, sampled } from "./helpers";
import { apart, SIGHTS } from "./sight";

const PLACES = ["turn", "stop"];
const NAMES = ["Ana", "Ben", "Chloé", "<b>Dan</b>", "Eva", "Fred"];
type Frame = (typeof frames)[number];

function lay(frame: Frame, lit: string[], view: Record<string, unknown> = frame.view, box: Record<string, unknown> = frame.box) {
  const touched: string[] = [];
  const touching = { lit: new Set(lit), chosen: [], touch: (place: string) => touched.push(place) };
  const { players, seat } = frame;
  const events = frame.events as Happened[];
  const props = { view, box, players, seat, names: NAMES.slice(0, players), touching, events };
  return { ...render(Board, { props }), props, touched };
}

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
      const down = frame.view.winners ? 5 : members(frame.view.down, 5).length; // gathered after the game
      expect(container.querySelectorAll('[data-place="turn"] .back')).toHaveLength(down);
      expect(container.querySelectorAll('[data-place="turn"] .paper')).toHaveLength(5);
      cleanup();
    }
  });

  it("say how many of those face down lose everything", () => {
    const frame = going(({ players }) => players === 2);
    const risk = (down: number, shields = 0, more = {}) => {
      const { container } = lay(frame, PLACES, { ...frame.view, points: 16, down, shields }, { ...frame.box, ...more });
      const said = container.querySelector(".risk > :last-child")!.textContent!.trim();
      cleanup();
      return said;
    };
    expect(risk(0b11101)).toBe("1 carte sur 4 fait tout perdre.");
    expect(risk(0b00101)).toBe("Aucune carte ne fait tout perdre.");
    expect(risk(0)).toBe("1 carte sur 5 fait tout perdre.");
    expect(risk(0b10001, 1)).toMatch(/^Protégé/);
    expect(risk(0b10001, 0, { lock_at_target: true })).toMatch(/^But atteint/);
  });

  it("turn where the finger came down", async () => {
    const frame = { ...going(({ players }) => players === 3), events: [] };
    const { container, rerender, props } = lay(frame, PLACES, { ...frame.view, down: 0b11110 });
    const cards = container.querySelectorAll('[data-place="turn"] > .card');
    await fireEvent.pointerDown(cards[3]!);
    await rerender({ ...props, view: { ...frame.view, down: 0b11010 } });
    expect(cards[3]!.querySelector(".times")).not.toBeNull();
    expect(cards[1]!.querySelector(".back")).not.toBeNull();
  });

  it("keep their places until they are shuffled", () => {
    expect(rowAfter([], [0, 3], 5, 4)).toEqual([0, 3, DOWN, DOWN, DOWN]);
    expect(rowAfter([0, 3, DOWN, DOWN, DOWN], [0, 2, 3], 5, 4)).toEqual([0, 3, DOWN, DOWN, 2]);
    expect(rowAfter([0, 3, DOWN, DOWN, 2], [1, 0, 2, 3], 5, 0)).toEqual([0, 3, 1, DOWN, 2]);
    expect(rowAfter([0, 3, 1, 4, 2], [1], 5, 2)).toEqual([1, DOWN, DOWN, DOWN, DOWN]);
  });

  it("count towards the target what the options say", () => {
    const beads = (frame: Frame, view: object, box: object) => {
      const { container } = lay(frame, [], { ...frame.view, ...view }, { ...frame.box, ...box });
      const full = ["rect", "circle", "path"].map((shape) => container.querySelectorAll(`${shape}.bead.full`).length);
      const words = container.querySelector("[role=group] > [role=img]")!.textContent;
      cleanup();
      return [full, words] as const;
    };
    const frame = { ...going(({ players }) => players === 3), events: [] };
    const turn = { seat: 1, kept: [2, 6, 0, 0, 0, 0], points: 5 };
    expect(beads(frame, turn, { adds_up: false })[0]).toEqual([0, 5, 0]);
    const [full, words] = beads(frame, turn, { adds_up: true });
    expect(full).toEqual([6, 5, 0]); // kept ones are squares
    expect(words).toContain("6 gardés + 5 = 11");
    expect(beads(frame, { ...turn, points: 9 }, { adds_up: true })[0]).toEqual([6, 8, 1]);
    expect(beads(frame, turn, { sudden_death: true })[1]).toContain("15 gagne aussitôt");
    expect(beads(frame, turn, { target: 0 })[0]).toEqual([0, 0, 0]);
  });

  it("tell whose turn has ended, and how", () => {
    const event = (number: number, say: string, key: string, n: number, seat = 0): Happened => ({
      number,
      at: 0,
      kind: say === "stop" ? "play" : "draw",
      say,
      tell: { key, facts: { n } },
      news: seat ? [{ key: "quinze.news.kept", facts: { seat, n: 0, total: 0 } }] : [],
    });
    const more = event(3, "+5", "quinze.tell.card", 5);
    const bust = event(2, "bust", "quinze.tell.bust", 8, 2);
    expect(lastEnded([more])).toBeNull();
    expect(lastEnded([bust, more])).toEqual({ number: 2, seat: 1, isLost: true, n: 8 });
    expect(lastEnded([bust, event(4, "stop", "quinze.tell.stop", 3, 1)])).toEqual({ number: 4, seat: 0, isLost: false, n: 3 });
    expect(lastEnded([event(5, "bust", "quinze.tell.locked", 15, 1)])!.isLost).toBe(false);
  });

  it("blow up when a turn is lost, and it is said until another ends", async () => {
    const lost = going(({ events }) => events.some((event) => event.tell?.key === "quinze.tell.bust"));
    const fresh = lay(lost, []);
    expect(fresh.container.querySelector(".blast"), "nothing was seen before").toBeNull();
    cleanup();

    const { container, rerender, props } = lay({ ...lost, events: [] }, [], { ...lost.view, down: 0b11110 });
    await rerender({ ...props, view: lost.view, events: lost.events as Happened[] });
    expect(container.querySelectorAll(".blast .bust")).toHaveLength(1);
    expect(container.querySelectorAll(".blast .plus")).toHaveLength(1);
    expect(container.textContent).toMatch(/\w+ perd \d+ points?\./);
    expect(container.textContent).toContain("tout perdu");
    await rerender({ ...props, view: lost.view, events: [] });
    expect(container.textContent).toContain("tout perdu");
    await rerender({ ...props, view: lost.view, events: [{ number: 99, at: 0, kind: "undo" }] });
    expect(container.textContent).not.toContain("tout perdu");
  });

  it("lie where they lay when the bomb went off", () => {
    expect(rowWith([DOWN, 2, DOWN], 4, 2)).toEqual([DOWN, 2, 4]);
    expect(rowWith([0, 2, 4], 4, 1)).toEqual([DOWN, 4, DOWN]); // shuffled before
  });

  it("are gathered after the game, and the best is shown", () => {
    const over = frames.filter((frame) => frame.view.winners !== 0);
    for (const frame of over) {
      const { container, getByRole } = lay(frame, []);
      const best = Math.max(...frame.view.kept);
      expect(getByRole("img", { name: new RegExp(`^Meilleur score.: ${best}$`) })).toBeTruthy();
      expect(container.querySelector(".risk")).toBeNull();
      expect(container.querySelector("[aria-current]")).toBeNull();
      cleanup();
    }
    expect(over.length).toBeGreaterThan(1);
  });

  it("differ without their colours, and their inks differ to every sight", () => {
    const cards = ["", "+1", "+3", "+5", "x2", "shield", "bust"];
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
