/** Squares by number and by name, and how to draw what a hand or a coin has done. */

const BREADTH = 10; // squares in a row of the walled board
const STEPS = [-BREADTH, 1, BREADTH, -1]; // north, east, south, west
const FREE = -1;
export const CELL = 100; // units of the drawing
export const EDGE = 32; // where the names of rows and columns stand

export const [ROLLING, DROPPING, MOVING, STEALING, SHARING] = [0, 1, 2, 3, 4] as const;

/** What the page draws of a position. */
export interface Position {
  phase: number;
  seat: number;
  roll: number;
  on: number[];
  at: number[];
  coins: number[];
  moved: number;
  asked: number;
  reach: number[][];
  winners: number; // a set of seats; 0 while the game goes on
}

export function nameOf(square: number): string {
  return "abcdefghi".charAt(square % BREADTH) + String(Math.floor(square / BREADTH));
}

export function squareOf(name: string): number {
  return "abcdefghi".indexOf(name.charAt(0)) + BREADTH * Number(name.slice(1));
}

/** The middle of a square. */
export function middle(square: number): [number, number] {
  return [EDGE + CELL * (0.5 + (square % BREADTH)), EDGE + CELL * (Math.floor(square / BREADTH) - 0.5)];
}

export function steps(from: number, to: number): number {
  const down = Math.floor(from / BREADTH) - Math.floor(to / BREADTH);
  return Math.abs(down) + Math.abs((from % BREADTH) - (to % BREADTH));
}

/** The neighbour that a question is about, or -1. */
export function asked(s: Position): number {
  const isAsked = s.phase === STEALING || s.phase === SHARING;
  const from = isAsked ? (s.at[s.moved] ?? -1) : -1;
  return from < 0 ? -1 : from + (STEPS[s.asked] ?? 0);
}

/** A way to draw from one square to another: of this length if there is one, else straight. */
export function way(on: number[], from: number, to: number, length: number): number[] {
  for (let n = Math.min(length, 6); n > 0; n--) {
    const found = search(on, [from], to, n);
    if (found) return found;
  }
  return [from, to];
}

function search(on: number[], trail: number[], to: number, left: number): number[] | null {
  const here = trail.at(-1)!;
  if (left === 0) return here === to ? trail : null;
  if (steps(here, to) > left) return null;
  for (const step of STEPS) {
    const ahead = here + step;
    const isHome = ahead === trail[0] && ahead === to && left === 1 && trail.length > 2;
    if (isHome || (on[ahead] === FREE && !trail.includes(ahead))) {
      const found = search(on, [...trail, ahead], to, left - 1);
      if (found) return found;
    }
  }
  return null;
}

/** Coins that have gone from one square to another; to -1: out of the game. */
export function passed(before: Position, now: Position): { from: number; to: number }[] {
  const from: number[] = [];
  const to: number[] = [];
  before.coins.forEach((coins, hand) => {
    const more = (now.coins[hand] ?? 0) - coins;
    for (let n = 0; n < -more; n++) from.push(before.at[hand] ?? -1);
    for (let n = 0; n < more; n++) to.push(now.at[hand] ?? -1);
  });
  if (from.length > 4 || to.length > from.length) return []; // not one move: undone, or a jump
  return from.map((square, i) => ({ from: square, to: to[i] ?? -1 }));
}
