/** What the tests of all boards share: chance that repeats itself, and looking at what glows. */

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
