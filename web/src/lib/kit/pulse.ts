/** Draw the eye to the places that may be touched: they fade and come back, twice. */

import { lasting } from "./motion";

const BEAT = 420; // milliseconds

export function pulse(board: Element): void {
  const duration = lasting(BEAT);
  if (duration === 0) return;
  for (const place of board.querySelectorAll("[data-lit]"))
    place.animate([{ opacity: 1 }, { opacity: 0.3 }, { opacity: 1 }], { duration, iterations: 2, easing: "ease-in-out" });
}
