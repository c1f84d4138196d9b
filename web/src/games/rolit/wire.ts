/** Rolit Junior as it travels.  Written by `make types`: change `ludotheque.games.rolit` instead. */

/** What the table has chosen. */
export interface Options {
  no_capture_pass: number;
  capture_optional: number;
}

/** A position as a seat may see it, with its options; -1 where it may not look. */
export interface View extends Options {
  players: number;
  first: number;
  player: number;
  plies: number;
  winners: number;
  ball: number[];
  side: number;
  passed: number;
  moves: number;
}

/** The colours, and which each side plays. */
export interface Box {
  colours: string[];
  sides: number[];
}

/** The game is over, and these have won. */
export interface Decided {
  do: "decided";
  winners: number[];
}

/** A ball comes into a free hollow. */
export interface Put {
  do: "put";
  seat: number;
  colour: string;
  at: string;
}

/** Balls turn to another colour. */
export interface Turned {
  do: "turned";
  colour: string;
  at: string[];
  n: number;
}

/** A seat finds no hollow for its colour. */
export interface Passed {
  do: "passed";
  seat: number;
  colour: string;
}

/** The next side is to move; alone, one seat plays two. */
export interface Side {
  do: "side";
  side: number;
}

export type Effect = Decided | Put | Turned | Passed | Side;
