/** What a board knows of touching: which places are lit, chosen or advised, and whom to tell. */

export interface Touch {
  lit: Set<string>;
  chosen: string[];
  best?: string | undefined; // the place that a hint points at
  touch: (place: string) => void;
}

/** What makes a part of a board a place: the same for a drawing and for a button. */
export function placeOf(place: string, label: string, touching: Touch) {
  const isLit = touching.lit.has(place);
  const isChosen = touching.chosen.includes(place);
  const isBest = touching.best === place;
  return {
    class: { lit: isLit, chosen: isChosen, best: isBest },
    tabindex: isLit ? 0 : -1,
    "aria-label": label,
    "aria-disabled": !isLit,
    "aria-pressed": isChosen ? true : undefined,
    "data-place": place,
    "data-lit": isLit ? "" : undefined,
    "data-best": isBest ? "" : undefined,
    onclick: () => touching.touch(place),
  };
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrow keys go to the nearest place in their direction, lit or not; Tab goes through the lit ones. */
export function roving(board: Element): { destroy(): void } {
  function step(event: Event): void {
    const arrow = ARROWS[(event as KeyboardEvent).key];
    const from = (event.target as Element | null)?.closest("[data-place]");
    if (!arrow || !from) return;
    const target = nearest(board, from, arrow);
    if (target) {
      event.preventDefault();
      (target as HTMLElement).focus();
    }
  }
  board.addEventListener("keydown", step);
  return { destroy: () => board.removeEventListener("keydown", step) };
}

function middle(element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function nearest(board: Element, from: Element, [dx, dy]: [number, number]): Element | null {
  const [x, y] = middle(from);
  let best: Element | null = null;
  let least = Infinity;
  for (const other of board.querySelectorAll("[data-place]")) {
    const [ox, oy] = middle(other);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (other === from || ahead <= 1 || aside > 2 * ahead) continue; // it lies elsewhere
    const distance = ahead + 3 * aside;
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
}
