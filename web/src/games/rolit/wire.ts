/** Rolit Junior as it travels.  Written by `make types`: change `ludotheque.games.rolit` instead. */

import type { Sounds } from "../../lib/sounds";

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

/** Where a ball may lie. */
export interface Hollow {
  place: string;
  column: number;
  row: number;
  bit: number;
}

/** The tray, the colours, and which each side plays. */
export interface Box {
  hollows: Hollow[];
  colours: string[];
  sides: number[];
}

/** What is counted. */
export interface Figures {
  balls: number[];
  left: number;
  lead: number;
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
  by: string;
  at: string[];
  n: number;
}

/** A seat finds no hollow for its colour. */
export interface Passed {
  do: "passed";
  seat: number;
  colour: string;
}

export type Effect = Decided | Put | Turned | Passed;

/** What the effects sound like. */
export const SOUNDS: Sounds = {
  decided: "win",
  put: "ball",
  turned: "capture",
};
