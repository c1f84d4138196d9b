/** The squares of a board, and where they are drawn. */

import type { Box } from "./wire";

export const CELL = 100; // units of the drawing
export const EDGE = 31; // left and above, where the names of columns and rows stand
export const RIM = 9; // right and below

export interface Square {
  name: string;
  number: number; // in a view
  middle: [x: number, y: number];
  isOdd: boolean; // of two colours
}

export function squaresOf({ rows, columns, squares }: Box): Square[] {
  return rows.flatMap((row, r) =>
    columns.flatMap((column, c) => {
      const number = squares[r]?.[c] ?? null;
      const middle: [number, number] = [EDGE + CELL * (c + 0.5), EDGE + CELL * (r + 0.5)];
      return number === null ? [] : { name: column + row, number, middle, isOdd: (r + c) % 2 === 0 };
    }),
  );
}
