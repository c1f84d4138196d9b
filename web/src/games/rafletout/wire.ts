/** Rafletout as it travels.  Written by `make types`: change `ludotheque.games.rafletout` instead. */

import type { Words } from "../../lib/responses";
import type { Sounds } from "../../lib/sounds";

export const PHASE = {
  DEALING: 0,
  ROLLING: 1,
  TAKING: 2,
  VALUING: 3,
  PAIRING: 4,
  NAMING: 5,
  GIVING: 6,
} as const;

/** What the table has chosen. */
export interface Options {
  single_victim: number;
  pool_optional: number;
  pool_with_player_takes: number;
  replay_only_full_takes: number;
  exchange_with_self: number;
  even_split: number;
  rounds_to_win: number;
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
  held: number[];
  dealt: number;
  wins: number[];
  face: number;
  owed: number;
  again: number;
  had: number;
  named: number;
  victim: number;
}

/** A token, and the place to touch it. */
export interface Token {
  place: string;
  colour: "green" | "red" | "blue";
  figure: "triangle" | "circle" | "square";
  currency: "dollar" | "pound" | "euro";
  name: Words;
}

/** A face of the die. */
export interface Face {
  kind: "take" | "all_of" | "all_of_two" | "exchange" | "skip" | "lose_to_one" | "lose_to_several" | "rob" | "sweep";
  n: number;
  values: ("green" | "red" | "blue" | "triangle" | "circle" | "square" | "dollar" | "pound" | "euro")[];
  again: boolean;
  name: Words;
}

/** The tokens and the faces of the die by number, and the holder of what was not dealt. */
export interface Box {
  tokens: Token[];
  faces: Face[];
  pool: number;
}

/** One value, or two, to take whole; and how many of its tokens lie elsewhere. */
export interface Chip {
  place: string;
  values: ("green" | "red" | "blue" | "triangle" | "circle" | "square" | "dollar" | "pound" | "euro")[];
  n: number;
  name: Words;
}

/** What there is to choose from when the die asks for values. */
export interface Figures {
  chips: Chip[];
}

/** The game is over, and these have won. */
export interface Decided {
  do: "decided";
  winners: number[];
}

/** The die falls on a face. */
export interface Rolled {
  do: "rolled";
  seat: number;
  face: number;
  what: Words;
}

/** The roller takes a token, from the pool or from a player. */
export interface Took {
  do: "took";
  seat: number;
  what: Words;
  holder: number;
}

/** The roller takes all tokens of a value. */
export interface TookAll {
  do: "took_all";
  seat: number;
  what: Words;
}

/** The roller takes all tokens of two values. */
export interface TookPair {
  do: "took_pair";
  seat: number;
  first: Words;
  second: Words;
}

/** The roller names a player, to exchange with, to rob or to lose to. */
export interface Named {
  do: "named";
  seat: number;
  whom: number;
  deed: string;
  named: number[];
}

/** The roller gives a token away. */
export interface Gave {
  do: "gave";
  seat: number;
  what: Words;
  whom: number;
  named: number[];
}

/** A token goes from the middle to a player. */
export interface Dealt {
  do: "dealt";
  token: number;
  to: number;
  what: Words;
}

/** Tokens pass from one holder to another. */
export interface Moved {
  do: "moved";
  tokens: number[];
  holder: number;
  to: number;
}

/** A player holds every token and wins the round. */
export interface Won {
  do: "won";
  seat: number;
  n: number;
  of: number;
}

/** The roller rolls once more. */
export interface Again {
  do: "again";
  seat: number;
}

export type Effect = Decided | Rolled | Took | TookAll | TookPair | Named | Gave | Dealt | Moved | Won | Again;

/** What the effects sound like. */
export const SOUNDS: Sounds = {
  decided: "win",
  rolled: "die",
  dealt: "capture",
  moved: "capture",
  won: "win",
};
