/** La Bonne Main as it travels.  Written by `make types`: change `ludotheque.games.bonne_main` instead. */

import type { Sounds } from "../../lib/sounds";

export const PHASE = {
  ROLLING: 0,
  DROPPING: 1,
  MOVING: 2,
  STEALING: 3,
  SHARING: 4,
} as const;

/** What the table has chosen. */
export interface Options {
  board: number;
  up_to_n: number;
  free_walk: number;
  optional_steal: number;
  transfer_both_ways: number;
}

/** A position as a seat may see it, with its options; -1 where it may not look. */
export interface View extends Options {
  players: number;
  first: number;
  player: number;
  plies: number;
  winners: number;
  phase: number;
  seat: number;
  roll: number;
  on: number[];
  at: number[];
  coins: number[];
  moved: number;
  asked: number;
  later: number;
}

/** The board, where each seat sits, whose the hands are, and what one may answer. */
export interface Box {
  rows: string[];
  columns: string[];
  squares: ((number | null)[])[];
  sides: number[];
  owners: number[];
  answers: string[];
}

/** What is asked about, and the coins that are counted. */
export interface Figures {
  asked: string;
  scores: number[];
  lost: number;
}

/** The game is over, and these have won. */
export interface Decided {
  do: "decided";
  winners: number[];
}

/** The die falls. */
export interface Rolled {
  do: "rolled";
  seat: number;
  n: number;
}

/** A hand walks from square to square. */
export interface Walked {
  do: "walked";
  seat: number;
  hand: number;
  at: string;
  by: string[];
  to: string;
  squares: number;
}

/** A coin leaves the game. */
export interface Dropped {
  do: "dropped";
  seat: number;
  hand: number;
  at: string;
}

/** A coin passes from an opponent's hand. */
export interface Stolen {
  do: "stolen";
  seat: number;
  hand: number;
  at: string;
  by: number;
  taker: number;
  to: string;
}

/** A coin passes from one hand of a seat to another. */
export interface Shifted {
  do: "shifted";
  seat: number;
  hand: number;
  at: string;
  taker: number;
  to: string;
}

/** A neighbour keeps its coin. */
export interface Left {
  do: "left";
  seat: number;
  at: string;
}

/** An empty hand leaves the board. */
export interface Gone {
  do: "gone";
  seat: number;
  hand: number;
  at: string;
}

/** A seat has no hand left. */
export interface Out {
  do: "out";
  seat: number;
}

/** No hand of a seat can go anywhere with this roll. */
export interface Stuck {
  do: "stuck";
  seat: number;
}

export type Effect = Decided | Rolled | Walked | Dropped | Stolen | Shifted | Left | Gone | Out | Stuck;

/** What the effects sound like. */
export const SOUNDS: Sounds = {
  decided: "win",
  rolled: "die",
  dropped: "coin",
  stolen: "coin",
  shifted: "coin",
  gone: "capture",
  out: "lose",
};
