/** The hollows of the tray, and what the last ball did there. */

import { has } from "../../lib/kit/bits";

export const SIDE = 6;

export interface Hollow {
  place: string;
  column: number;
  row: number;
  bit: number; // in a set of cells; rows are one bit longer than the tray
}

export const HOLLOWS: Hollow[] = Array.from({ length: SIDE * SIDE }, (_, i) => {
  const [column, row] = [i % SIDE, Math.floor(i / SIDE)];
  return { place: "abcdef".charAt(column) + String(row + 1), column, row, bit: (SIDE + 1) * row + column };
});

/** The colour of the ball in each hollow; -1: none. */
export function colours(balls: number[]): number[] {
  return HOLLOWS.map(({ bit }) => balls.findIndex((set) => has(set, bit)));
}

/** From one hollow to another, in columns and rows. */
export function way(from: Hollow, to: Hollow): [number, number] {
  return [to.column - from.column, to.row - from.row];
}

/** The hollows whose ball has rolled over to the colour of the ball that was put. */
export function turnedBy(last: Hollow, before: number[], after: number[]): Hollow[] {
  const colour = after[HOLLOWS.indexOf(last)];
  return HOLLOWS.filter((hollow, i) => {
    const [x, y] = way(last, hollow);
    const isInLine = x === 0 || y === 0 || Math.abs(x) === Math.abs(y);
    return isInLine && before[i] !== undefined && before[i] >= 0 && before[i] !== colour && after[i] === colour;
  });
}
