import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { has, members } from "../src/lib/kit/bits";
import Coin from "../src/lib/kit/Coin.svelte";
import Die from "../src/lib/kit/Die.svelte";
import Flip from "../src/lib/kit/Flip.svelte";
import { lasting } from "../src/lib/kit/motion";
import Name from "../src/lib/kit/Name.svelte";
import PlaceButton from "../src/lib/kit/PlaceButton.svelte";
import Scores from "../src/lib/kit/Scores.svelte";
import Spot from "../src/lib/kit/Spot.svelte";
import { roving } from "../src/lib/kit/touch";
import { at, glowing } from "./helpers";

const SOURCES = import.meta.glob<string>("../src/lib/kit/*", { query: "?raw", import: "default", eager: true });
const children = createRawSnippet(() => ({ render: () => "<i>here</i>" }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each(Object.keys(SOURCES))("%s knows no game", (path) => {
  expect(SOURCES[path]).not.toMatch(/from\s+"[^"]*(games|table|protocol)\b/);
});

describe.each([
  ["in a drawing", Spot, "g"],
  ["as a button", PlaceButton, "button"],
] as const)("a place %s", (_, Part, tag) => {
  function lay(lit: string[], chosen: string[] = []) {
    const touched: string[] = [];
    const touching = { lit: new Set(lit), chosen, touch: (place: string) => touched.push(place) };
    const { container } = render(Part as typeof Spot, { props: { place: "b2", label: "here", touching, children } });
    return { container, spot: at(container, "b2"), touched };
  }

  it("shows that it is lit, and may be reached with the keyboard", () => {
    const { container, spot } = lay(["b2"]);
    expect(glowing(container)).toEqual(["b2"]);
    expect(spot.tagName.toLowerCase()).toBe(tag);
    expect(spot.getAttribute("class")).toMatch(/\blit\b/);
    expect(spot.getAttribute("tabindex")).toBe("0");
    expect(spot.getAttribute("aria-disabled")).toBe("false");
    expect(spot.getAttribute("aria-label")).toBe("here");
    expect(spot.hasAttribute("aria-pressed")).toBe(false);
    expect(spot.textContent).toBe("here");
  });

  it("is quiet when it is not lit, and still tells of a touch", async () => {
    const { container, spot, touched } = lay(["a1"]);
    expect(glowing(container)).toEqual([]);
    expect(spot.getAttribute("class")).not.toMatch(/\b(lit|chosen)\b/);
    expect(spot.getAttribute("tabindex")).toBe("-1");
    expect(spot.getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(spot);
    expect(touched).toEqual(["b2"]);
  });

  it("shows that it is chosen", () => {
    const { spot } = lay(["b2"], ["a1", "b2"]);
    expect(spot.getAttribute("class")).toMatch(/\bchosen\b/);
    expect(spot.getAttribute("aria-pressed")).toBe("true");
  });
});

it("a place in a drawing is touched by Enter and space, and by no other key", async () => {
  const touched: string[] = [];
  const touching = { lit: new Set<string>(), chosen: [], touch: (place: string) => touched.push(place) };
  const { container } = render(Spot, { props: { place: "b2", label: "", touching, children } });
  for (const key of ["Enter", "x", " ", "Tab"]) await fireEvent.keyDown(at(container, "b2"), { key });
  expect(touched).toEqual(["b2", "b2"]);
});

describe("arrow keys", () => {
  /** Places on a plain, one letter each; capitals are lit. */
  function plain(picture: string[]) {
    const board = document.createElement("div");
    document.body.replaceChildren(board);
    picture.forEach((line, y) =>
      [...line].forEach((name, x) => {
        if (name === ".") return;
        const place = document.createElement("button");
        place.dataset["place"] = name;
        if (name === name.toUpperCase()) place.dataset["lit"] = "";
        place.getBoundingClientRect = () => ({ x: 50 * x, y: 50 * y, width: 40, height: 40 }) as DOMRect;
        board.append(place);
      }),
    );
    const { destroy } = roving(board);
    const press = (from: string, key: string) => {
      at(board, from).focus();
      const isFree = at(board, from).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      return [(document.activeElement as HTMLElement).dataset["place"], isFree];
    };
    return { press, destroy };
  }

  it("go to the nearest place in their direction", () => {
    const { press } = plain(["abc", "d.e", "fgh"]);
    expect(press("a", "ArrowRight")).toEqual(["b", false]);
    expect(press("b", "ArrowLeft")).toEqual(["a", false]);
    expect(press("c", "ArrowDown")).toEqual(["e", false]);
    expect(press("h", "ArrowUp")).toEqual(["e", false]);
    expect(press("d", "ArrowRight")[0]).toBe("e");
  });

  it("go from place to place, lit or not", () => {
    const { press } = plain(["abC", "D.e", "fgH"]);
    expect(press("a", "ArrowRight")[0]).toBe("b");
    expect(press("C", "ArrowDown")[0]).toBe("e");
    expect(press("e", "ArrowDown")[0]).toBe("H");
  });

  it("never go aside rather than ahead", () => {
    const { press } = plain(["a...", "...b"]);
    expect(press("a", "ArrowDown")).toEqual(["a", true]);
    expect(press("a", "ArrowRight")).toEqual(["b", false]);
  });

  it("leave everything as it is at the edge, with other keys, and once the board is gone", () => {
    const { press, destroy } = plain(["ab"]);
    expect(press("a", "ArrowLeft")).toEqual(["a", true]);
    expect(press("a", "Enter")).toEqual(["a", true]);
    destroy();
    expect(press("a", "ArrowRight")).toEqual(["a", true]);
  });
});

describe("sets", () => {
  it("have more members than an int of the machine has bits", () => {
    const set = 2 ** 0 + 2 ** 31 + 2 ** 40;
    expect(members(set, 42)).toEqual([0, 31, 40]);
    expect([has(set, 40), has(set, 39), has(set, 31), has(0, 0)]).toEqual([true, false, true, false]);
  });
});

describe("motion", () => {
  it.each([
    [true, 0],
    [false, 300],
  ])("lasts as long as it may: stillness asked for %s", (matches, expected) => {
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: matches && query.includes("reduced-motion") }));
    expect(lasting(300)).toBe(expected);
  });

  it("turns something over, and only its new side stays", async () => {
    const side = (name: string) => createRawSnippet(() => ({ render: () => `<i>${name}</i>` }));
    const { container, rerender } = render(Flip, { props: { side: 0, children: side("back") } });
    expect(container.textContent).toBe("back");
    await rerender({ side: 1, children: side("face") });
    await vi.waitFor(() => expect(container.textContent).toBe("face"));
  });
});

it.each([0, 1, 2, 3, 4, 5, 6])("a die shows %i pips", (value) => {
  const { container, getByRole } = render(Die, { props: { value, label: "a die" } });
  expect(getByRole("img", { name: "a die" })).toBeTruthy();
  expect(container.querySelectorAll("circle")).toHaveLength(value);
  expect(container.querySelector(".blank") !== null).toBe(value === 0);
});

it("a coin has a number only where it stands for several", () => {
  expect(render(Coin, { props: { r: 10 } }).container.querySelector("text")).toBeNull();
  cleanup();
  expect(render(Coin, { props: { r: 10, n: 7 } }).container.querySelector("text")!.textContent).toBe("7");
});

it.each(["Robot 2", "Bo", "", "👩‍🚀 Zoé"])("a name is whole, and its end is never cut: %s", (name) => {
  const { container } = render(Name, { props: { name } });
  expect(container.textContent).toBe(name);
  expect(name.endsWith(container.querySelector(".name")!.lastChild!.textContent!)).toBe(true);
});

describe("scores", () => {
  const scores = [
    { who: "<b>Ana</b>", n: 3, isNext: true },
    { who: "Ben", n: 16, note: "lost it all", isBad: true, isStarred: true },
    { who: "nobody", n: 0, isQuiet: true },
  ];

  it("say who has how many, and whose turn it is", () => {
    const { container, getByRole } = render(Scores, { props: { label: "points", scores } });
    const rows = [...getByRole("list", { name: "points" }).children].map((row) => row.textContent.replace(/\s+/g, " ").trim());
    expect(rows).toEqual(["<b>Ana</b> 3", "Ben lost it all 16★", "nobody 0"]);
    expect([...container.querySelectorAll("li")].map((row) => row.getAttribute("aria-current"))).toEqual(["true", null, null]);
  });

  it("have a picture each if there is one", () => {
    const picture = createRawSnippet((i: () => number) => ({ render: () => `<i>${i()}</i>` }));
    const { container } = render(Scores, { props: { label: "points", scores, picture } });
    expect([...container.querySelectorAll("i")].map((one) => one.textContent)).toEqual(["0", "1", "2"]);
  });
});
