/** What clients may send: every field listed, nothing else accepted.  Written by `make types`: change `ludotheque.server.requests` instead. */

/** Who shall sit in a seat: me (several on one screen), a bot, or whoever comes. */
export interface SeatWish {
  who: "me" | "bot" | "open";
  name?: string; // mine
  bot?: string; // its level
  promise?: string; // the hash of what I stir the dice with
}

/** Time to think: so many seconds a seat for the game, and so many more for each action. */
export interface Clock {
  seconds: number;
  add?: number;
}

/** Several games in a row. */
export interface SeriesWish {
  games: number;
  keep_colours?: boolean;
}

/** A new table. */
export interface TableWish {
  game: string;
  seats: SeatWish[];
  options?: Record<string, string | number>;
  listed?: boolean;
  patience?: number;
  hints?: boolean; // whether people may ask for hints, which all learn
  chat?: boolean; // whether people may write to one another
  stand_in?: string;
  other_side?: string;
  clock?: Clock;
  series?: SeriesWish;
}

/** Take a seat: with the code of a link, or any free one of a listed table. */
export interface Claim {
  code?: string;
  seat?: number;
  name?: string;
  promise?: string;
}

/** Open the tables of this machine to the house's network, or close them again. */
export interface HomeWish {
  open: boolean;
  keep?: boolean; // the next time too
}

/** A code for a link; with a seat of one's own, one that hands this seat to another device. */
export interface InviteWish {
  seat?: number;
  anew?: boolean; // no code from before is good any more
}

/** Whether a table of mine is put away. */
export interface Shelving {
  away: boolean;
}

/** Something to do at a table, from a seat that one holds. */
export interface Doing {
  seat: number; // from 0
  id?: number; // comes back with the answer
}

/** Play an action; `ply` is that of the last news. */
export interface Play extends Doing {
  do: "play";
  action: number | string;
  ply: number;
}

/** Ask why an action, or what places that were touched would mean, is not allowed. */
export interface Why extends Doing {
  do: "why";
  action: number | string | string[];
}

/** Ask what each action is worth; where others play against one, they learn of it. */
export interface Hint extends Doing {
  do: "hint";
}

/** Wave, with one of a few fixed reactions. */
export interface React extends Doing {
  do: "react";
  what: string;
}

/** Write to the others, where the table was laid so; nothing of it is stored. */
export interface Chat extends Doing {
  do: "chat";
  text: string;
}

/** Take back one's last choice; further back than one's turn if the others agree. */
export interface Undo extends Doing {
  do: "undo";
}

/** Answer one who asks to go back. */
export interface Consent extends Doing {
  do: "consent";
  yes: boolean;
}

/** Give up. */
export interface Resign extends Doing {
  do: "resign";
}

/** Show the bytes whose hash one promised. */
export interface Stir extends Doing {
  do: "stir";
  bytes: string; // 32 bytes in hexadecimal
}

/** Get up before the game begins. */
export interface Leave extends Doing {
  do: "leave";
}

/** Take a name, or another one, before the game begins; without one, by the seat's number. */
export interface Call extends Doing {
  do: "call";
  name?: string;
}

/** The host takes a free seat away; without one, all of them, and the game begins. */
export interface Fewer extends Doing {
  do: "fewer";
  free?: number;
}

/** Give a free seat to a bot. */
export interface Fill extends Doing {
  do: "fill";
  free: number; // from 0
  bot: string;
}

/** Let a bot play for somebody who is gone; who is only slow is asked first, so ask again. */
export interface StandIn extends Doing {
  do: "stand_in";
  away: number; // from 0
}

/** Take one's seat back from the bot that plays for one. */
export interface Back extends Doing {
  do: "back";
}

/** Play again, or the next game of the series. */
export interface Again extends Doing {
  do: "again";
}

/** Close a table at which one is the only person. */
export interface Abandon extends Doing {
  do: "abandon";
}

/** Look at the table from another of one's seats, or as a spectator (sockets only). */
export interface Look {
  do: "look";
  seat?: number;
  since?: number; // tell again what has happened after this event
  id?: number;
}

/** Say whether the page is in sight; from then on one is told who is there (sockets only). */
export interface Here {
  do: "here";
  hidden?: boolean;
  id?: number;
}

/** Anything to do at a table. */
export type Request = Play | Why | Hint | React | Chat | Undo | Consent | Resign | Stir | Leave | Call | Fewer | Fill | StandIn | Back | Again | Abandon;
