/** Squares by number and by name, and where they are drawn. */

import { PHASE, type View } from "./wire";

const BREADTH = 10; // squares in a row of the walled board
const STEPS = [-BREADTH, 1, BREADTH, -1]; // north, east, south, west
export const CELL = 100; // units of the drawing
export const EDGE = 31; // left and above, where the names of columns and rows stand
export const RIM = 9; // right and below
export const NOWHERE = -1;

export const { ROLLING, DROPPING, MOVING, STEALING, SHARING } = PHASE;

export type Point = [number, number];

export type Position = View;

export function nameOf(square: number): string {
  return "abcdefghi".charAt(square % BREADTH) + String(Math.floor(square / BREADTH));
}

export function squareOf(name: string): number {
  return "abcdefghi".indexOf(name.charAt(0)) + BREADTH * Number(name.slice(1));
}

/** The middle of a square. */
export function middle(square: number): Point {
  return [EDGE + CELL * (0.5 + (square % BREADTH)), EDGE + CELL * (Math.floor(square / BREADTH) - 0.5)];
}

export function steps(from: number, to: number): number {
  const down = Math.floor(from / BREADTH) - Math.floor(to / BREADTH);
  return Math.abs(down) + Math.abs((from % BREADTH) - (to % BREADTH));
}

/** The neighbour that a question is about, or nowhere. */
export function asked(s: Position): number {
  const isAsked = s.phase === STEALING || s.phase === SHARING;
  const from = isAsked ? (s.at[s.moved] ?? NOWHERE) : NOWHERE;
  return from < 0 ? NOWHERE : from + (STEPS[s.asked] ?? 0);
}
