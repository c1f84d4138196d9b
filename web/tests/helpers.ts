/** What the tests of all boards share: chance that repeats itself, and looking at what glows. */

/** Whether the long tests run, as in `make test-all`: samples are whole then. */
export const IS_LONG = Boolean(import.meta.env["VITE_LONG"]);

/** Some of a sample with their numbers, from its beginning to its end; all of it in the long run. */
export function sampled<T>(all: readonly T[]): [number, T][] {
  return all.map((one, i): [number, T] => [i, one]).filter(([i]) => IS_LONG || i % 3 === 0);
}

/** A position as `scripts/frames.py` records it. */
export interface Recorded<V, B, F, E> {
  players: number;
  seat: number | null;
  box: B;
  view: V;
  figures: F;
  effects: E[];
  actions: string[][];
}

/** Recorded positions, each with its box: one that is left out is the one before. */
export function boxed<F extends { box: unknown }>(recorded: unknown): F[] {
  let box: unknown;
  return (recorded as F[]).map((frame) => ({ ...frame, box: (box = frame.box ?? box) }));
}

/** Numbers that look random and are the same every time. */
export function random(seed: number): () => number {
  let x = (seed % 2147483646) + 1;
  return () => (x = (x * 16807) % 2147483647) / 2147483647;
}

/** Some of the places. */
export function some(places: string[], chance: () => number, share = 0.4): string[] {
  return places.filter(() => chance() < share);
}

/** The places that glow, in order. */
export function glowing(container: Element): string[] {
  return [...container.querySelectorAll("[data-lit]")].map((one) => one.getAttribute("data-place")!).sort();
}

export function at(container: Element, place: string): HTMLElement {
  return container.querySelector<HTMLElement>(`[data-place="${place}"]`)!;
}

const COLOURS = ["fill", "stroke", "style", "class", "id", "data-colour", "aria-label", "opacity"];

/** A drawing as somebody sees it who sees no colours: its shapes and letters alone. */
export function colourless(drawing: Element): string {
  const copy = drawing.cloneNode(true) as Element;
  for (const part of [copy, ...copy.querySelectorAll("*")]) for (const name of COLOURS) part.removeAttribute(name);
  return copy.innerHTML.replace(/<!--.*?-->/g, "").replace(/\s+/g, " ").trim();
}
