/** How tokens go from hand to hand: one after another, lifted above the rest.  Only transforms move. */

import { lasting } from "../../lib/kit/motion";
import type { Plan, Rest } from "./plan";

const TRAVEL = 460; // milliseconds
const SLIDE = 260;
const STREAM = 340; // from the first to the last of many that leave together
const EASE = "cubic-bezier(0.4, 0, 0.25, 1)";

type Point = Pick<Rest, "x" | "y">;

export function at({ x, y }: Point, scale = 1): string {
  return `translate(${x}px, ${y}px)${scale === 1 ? "" : ` scale(${scale})`}`;
}

type Nodes = (Element | undefined)[];

/** From where all lay to where it lies; if a round was won in between, by way of whoever won it. */
export function move(from: Plan, to: Plan, mats: Nodes, tokens: Nodes, winner?: number): void {
  for (const mat of to.mats) slide(mats[mat.holder], from.mats.find(({ holder }) => holder === mat.holder) ?? mat, mat);
  const won = to.mats.find(({ holder }) => holder === winner);
  const via = won && { x: won.x + won.w / 2, y: won.y + won.h / 2 };
  const leave = to.tokens.flatMap(({ holder }, token) => (via || holder !== from.tokens[token]!.holder ? [token] : []));
  to.tokens.forEach((rest, token) => {
    const last = from.tokens[token]!;
    const nth = leave.indexOf(token);
    if (nth < 0) slide(tokens[token], last, rest, last.size / rest.size);
    else travel(tokens[token], last, rest, nth, leave.length, via);
  });
}

/** Make room for others. */
function slide(node: Element | undefined, from: Point, to: Point, scale = 1): void {
  const duration = lasting(SLIDE);
  if (!node || duration === 0 || (from.x === to.x && from.y === to.y)) return;
  node.animate([{ transform: at(from, scale) }, { transform: at(to) }], { duration, easing: EASE });
}

/** Change hands, as the nth of so many; perhaps by way of somebody who held it for a moment. */
function travel(node: Element | undefined, from: Rest, to: Rest, nth: number, of: number, via?: Point): void {
  const duration = lasting(via ? 2 * TRAVEL : TRAVEL);
  if (!node || duration === 0) return;
  const lifted = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 14 };
  const middle = via ? [at(via), at(via)] : [at(lifted, 1.22)];
  const delay = nth * Math.min(28, STREAM / of);
  node.animate(
    [at(from, from.size / to.size), ...middle, at(to)].map((transform) => ({ transform, easing: via ? EASE : "ease-in-out" })),
    { duration, delay, fill: "backwards" },
  );
}
