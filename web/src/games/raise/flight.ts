/** Things come from where they were: from the hand to the row, from the middle to the winner.
 * In the literature: FLIP, that is first, last, invert, play (Lewis 2015). */

import { cubicInOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { lasting } from "../../lib/kit/motion";

interface Way {
  start: DOMRect | undefined; // where it was on the screen; undefined: out of somebody's hidden hand
  duration?: number;
}

export function come(thing: Element, { start, duration = 480 }: Way): TransitionConfig {
  const end = thing.getBoundingClientRect();
  const way = start
    ? { x: start.x + start.width / 2 - end.x - end.width / 2, y: start.y + start.height / 2 - end.y - end.height / 2 }
    : { x: 0, y: 26 };
  const grown = start && end.width > 0 ? start.width / end.width : 0.5;
  return {
    duration: lasting(duration),
    easing: cubicInOut,
    css: (_, u) => `transform: translate(${u * way.x}px, ${u * way.y}px) scale(${1 + u * (grown - 1)})`,
  };
}
