/** Raise as it travels.  Written by `make types`: change `ludotheque.games.raise_` instead. */

import type { Words } from "../../lib/responses";
import type { Sounds } from "../../lib/sounds";

export const PHASE = {
  DRAWING: 0,
  TURNING: 1,
  ROLLING: 2,
  LAYING: 3,
  BIDDING: 4,
  RAISING: 5,
  GOING_ON: 6,
} as const;

/** What the table has chosen. */
export interface Options {
  free_raise: number;
  front_tie: number;
  final_refill: number;
  open_record: number;
}

/** A position as a seat may see it, with its options; -1 where it may not look. */
export interface View extends Options {
  players: number;
  first: number;
  player: number;
  plies: number;
  winners: number;
  phase: number;
  roller: number;
  drawing: number;
  rounds: number;
  turned: number;
  stake: number;
  dice: number[];
  rolled: number;
  times: number[];
  hand: number[][];
  cards: number[];
  pile: number[];
  laid: number[];
  has_laid: number;
  played: number[][];
  open: number[][];
  square: number[];
  arrived: number[];
  arrivals: number;
  pot: number;
  won: number[];
  began: number;
}

/** A symbol of the cards and dice. */
export interface Sign {
  name: string;
  word: Words | string;
}

/** A kind of card. */
export interface CardKind {
  place: string;
  name: Words;
  symbol: string;
  number: number;
  star: number;
  copies: number;
}

/** The cards, the dice and the point cards. */
export interface Box {
  symbols: Sign[];
  blank: Words | string;
  cards: CardKind[];
  faces: number[][];
  points: number[];
}

/** What the dice make of the cards. */
export interface Figures {
  values: number[];
  squares: number[];
  stacks: number[][];
}

/** The game is over, and these have won. */
export interface Decided {
  do: "decided";
  winners: number[];
}

/** A card comes from a seat's own pile into its hand. */
export interface Drew {
  do: "drew";
  seat: number;
  card: number;
  what?: Words | string;
}

/** A point card is turned: what the round is about. */
export interface Turned {
  do: "turned";
  card: number;
  n: number;
  rounds: number;
}

/** Nobody has a card to play for it. */
export interface SetAside {
  do: "set_aside";
}

/** A die falls. */
export interface Rolled {
  do: "rolled";
  seat: number;
  die: number;
  symbol: number;
  what: Words | string;
}

/** A first card is laid face down. */
export interface Laid {
  do: "laid";
  seat: number;
  card: number;
  what?: Words | string;
}

/** A first card is turned over and carries its owner's pawn onto the board. */
export interface Revealed {
  do: "revealed";
  seat: number;
  card: number;
  what: Words;
  value: number;
  square: number;
  arrived: number;
}

/** A card out of the hand carries its owner's pawn on. */
export interface Raised {
  do: "raised";
  seat: number;
  card: number;
  what: Words;
  value: number;
  square: number;
  arrived: number;
}

/** A pawn leaves the board. */
export interface Passed {
  do: "passed";
  seat: number;
}

/** A raise is over that might have gone on. */
export interface Done {
  do: "done";
  seat: number;
}

/** The point card and all cards played go to one seat. */
export interface Won {
  do: "won";
  seat: number;
  n: number;
  won: number;
}

/** Dice, pawns and stake are taken up; whoever has won will roll. */
export interface Cleared {
  do: "cleared";
  roller: number;
}

/** The cards left in a hand are shown and count at the end. */
export interface Counted {
  do: "counted";
  seat: number;
  n: number;
  won: number;
  rounds: number;
  hand: number[];
  what: Words[];
}

export type Effect = Decided | Drew | Turned | SetAside | Rolled | Laid | Revealed | Raised | Passed | Done | Won | Cleared | Counted;

/** What the effects sound like. */
export const SOUNDS: Sounds = {
  decided: "win",
  drew: "card",
  turned: "card",
  rolled: "die",
  laid: "card",
  revealed: "card",
  raised: "card",
  won: "coin",
  counted: "coin",
};
