/** The spiral: a straight run, then half circles and straights, each turn one lane further in. */

export const SQUARES = 60;
export const SIZE = { width: 584, height: 398 };
export const STEP = 46;
const LANE = 48;
const OUTER = 162;
const RUN = 220; // the straights
const LEAD = 130; // before the first straight
const LEFT = 174;
const RIGHT = LEFT + RUN;
const MIDDLE = 206;

export interface Spot {
  x: number;
  y: number;
  turn: number; // degrees
}

type Piece = { length: number; at: (far: number) => Spot };

function straight(x: number, y: number, length: number, way: 1 | -1): Piece {
  return { length, at: (far) => ({ x: x + way * far, y, turn: way === 1 ? 0 : 180 }) };
}

/** Half a circle, counter-clockwise as it is seen. */
function bend(x: number, y: number, radius: number, from: number): Piece {
  return {
    length: Math.PI * radius,
    at: (far) => {
      const angle = from - far / radius;
      return {
        x: x + radius * Math.cos(angle),
        y: y + radius * Math.sin(angle),
        turn: ((angle - Math.PI / 2) * 180) / Math.PI,
      };
    },
  };
}

function pieces(): Piece[] {
  const all = [straight(LEFT - LEAD, MIDDLE + OUTER, LEAD, 1)];
  for (let radius = OUTER; radius > LANE; radius -= LANE) {
    all.push(straight(LEFT, MIDDLE + radius, RUN, 1), bend(RIGHT, MIDDLE, radius, Math.PI / 2));
    all.push(straight(RIGHT, MIDDLE - radius, RUN, -1));
    all.push(bend(LEFT, MIDDLE - LANE / 2, radius - LANE / 2, -Math.PI / 2));
  }
  return all;
}

const PIECES = pieces();

function along(far: number): Spot {
  let left = far;
  for (const piece of PIECES) {
    if (left <= piece.length) return piece.at(left);
    left -= piece.length;
  }
  return PIECES[0]!.at(far);
}

/** The square of the drawing that a count leads to: it goes round again past the end. */
export function tileOf(square: number): number {
  return square - SQUARES * Math.max(0, Math.ceil(square / SQUARES) - 1);
}

/** The middle of a square, or of a point between two. */
export function where(square: number): Spot {
  return along((tileOf(square) - 1) * STEP);
}

export const TILES = Array.from({ length: SQUARES }, (_, i) => ({ n: i + 1, ...where(i + 1) }));

/** The whole strip as a path. */
export const PATH =
  "M" +
  Array.from({ length: (SQUARES - 1) * 4 + 1 }, (_, i) => where(1 + i / 4))
    .map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)
    .join("L");
