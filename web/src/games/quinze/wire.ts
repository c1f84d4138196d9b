/** Quitte ou Quinze as it travels.  Written by `make types`: change `ludotheque.games.quinze` instead. */

import type { Words } from "../../lib/responses";
import type { Sounds } from "../../lib/sounds";

/** What the table has chosen. */
export interface Options {
  cards: number;
  cumulative: number;
  sudden_death: number;
  lock_at_target: number;
  max_passes: number;
  solo_rounds: number;
  round_limit: number;
}

/** A position as a seat may see it, with its options; -1 where it may not look. */
export interface View extends Options {
  players: number;
  first: number;
  player: number;
  plies: number;
  winners: number;
  seat: number;
  down: number;
  points: number;
  shields: number;
  passes: number;
  rounds: number;
  kept: number[];
}

/** A card, and what it does. */
export interface Card {
  kind: "plus" | "times" | "shield" | "bust";
  n: number;
  name: Words;
}

/** The cards of the set in play, and what is to be reached. */
export interface Box {
  cards: Card[];
  target: number;
}

/** How far the turn has come, and what its next card may be. */
export interface Figures {
  before: number;
  reached: boolean;
  stars: number[];
  idle: number[];
  best: number;
  next: number[];
  losing: number;
  fate: "saved" | "locked" | "bust";
}

/** The game is over, and these have won. */
export interface Decided {
  do: "decided";
  winners: number[];
}

/** A seat goes on. */
export interface Dared {
  do: "dared";
  seat: number;
  n: number;
}

/** A seat stops; what it keeps is told. */
export interface Stopped {
  do: "stopped";
  seat: number;
  n: number;
}

/** All cards lie face down again before the seat whose turn it is. */
export interface Shuffled {
  do: "shuffled";
}

/** A card is turned: points, or a protection. */
export interface Turned {
  do: "turned";
  seat: number;
  card: number;
  face: string;
  points: number;
  shields: number;
}

/** The losing card is turned, and a protection is spent on it. */
export interface Saved {
  do: "saved";
  seat: number;
  card: number;
  shields: number;
}

/** The losing card is turned, and the turn's points are lost. */
export interface Bust {
  do: "bust";
  seat: number;
  card: number;
  n: number;
}

/** The losing card is turned, but the target that was reached is kept. */
export interface Locked {
  do: "locked";
  seat: number;
  card: number;
  n: number;
}

/** A turn ends, and its points are written down. */
export interface Kept {
  do: "kept";
  seat: number;
  n: number;
  adds_up: number;
  points: number;
}

/** A turn ends, and with its points the target is reached. */
export interface Reached {
  do: "reached";
  seat: number;
  n: number;
  adds_up: number;
  points: number;
}

/** A turn ends without its points: what is written down is as good as nothing was won. */
export interface Lost {
  do: "lost";
  seat: number;
  n: number;
  points: number;
}

/** The cards of a turn are taken up. */
export interface Gathered {
  do: "gathered";
}

/** Everybody has had as many turns. */
export interface Round {
  do: "round";
  n: number;
  of: number;
}

export type Effect = Decided | Dared | Stopped | Shuffled | Turned | Saved | Bust | Locked | Kept | Reached | Lost | Gathered | Round;

/** What the effects sound like. */
export const SOUNDS: Sounds = {
  decided: "win",
  turned: "card",
  saved: "card",
  bust: "lose",
  locked: "card",
  kept: "coin",
  reached: "coin",
};
