/** What travels between the page and the server; docs/protocol.md tells what it means. */

export type Facts = Record<string, unknown>;

/** A sentence of the catalogues, not yet in a language. */
export interface Words {
  key: string;
  facts?: Facts;
}

/** Something a seat may do now: touch the places one after another, or write what it says. */
export interface Choice {
  id: number;
  say: string;
  at: string[];
  tell: Words;
}

export interface Happened {
  number: number;
  at: number;
  kind: string;
  seat?: number;
  action?: number;
  say?: string;
  tell?: Words;
  news?: Words[];
  i?: number;
  n?: number;
  r?: number;
  [more: string]: unknown;
}

export interface Place {
  name?: string;
  bot?: string;
  number?: number; // by which a bot goes: nobody at the table is called like that
  level?: Words; // of the bot that plays here
  stand_in?: string;
  resigned?: boolean;
  late?: boolean;
  erased?: boolean; // the name was taken away
}

export interface Opening {
  game: string;
  players: number;
  rules: number;
  options: Record<string, string>;
  seats: string[];
  listed: boolean;
  patience: number;
  clock: { seconds: number; add: number } | null;
  series: { games: number; keep_colours: boolean; first: number; scores: number[][]; won: number[][] } | null;
  commitment: string;
  kept?: string[]; // who sat in these seats in the game before
}

/** The score sheet of a series, seat by seat as they sit now. */
export interface ScoreSheet {
  games: number;
  scores: number[][];
  won: number[][];
  wins: number[];
  totals: number[];
  leaders: number[];
}

export type View = Record<string, unknown>;
export type Phase = "waiting" | "playing" | "over" | "abandoned";

export interface News {
  type: "news";
  table: string;
  seat: number | null;
  number: number;
  ply: number;
  phase: Phase;
  acting: number[];
  sealed: number[];
  events: Happened[];
  more?: boolean; // there are further events
  opening?: Opening;
  box?: Record<string, unknown>;
  mine?: number[];
  secrets?: boolean;
  seats?: Place[];
  view?: View;
  prompt?: Words;
  status?: Words[];
  actions?: Choice[];
  laid?: number;
  asked?: { seat: number; to: number; yes: number[] };
  clocks?: (number | null)[];
  sheet?: ScoreSheet;
  result?: { winners?: number[]; scores?: number[] };
  chain?: string;
  next?: string;
  notice?: Words;
}

export interface Hint {
  action: number;
  say: string;
  shares: number[];
  error: number | null;
}

export interface Done {
  type: "done";
  id: number | null;
  number?: number;
  ply?: number;
  table?: string;
  legal?: boolean;
  ruling?: string;
  places?: string[];
  key?: string;
  facts?: Facts;
  hints?: Hint[];
}

export interface Problem extends Words {
  type?: "error";
  id?: number | null;
  code: string;
  sentence?: string;
  ruling?: string;
  places?: string[];
}

export interface OptionFacts {
  name: string;
  ruling: string;
  default: string;
  values: string[];
  low: number;
  high: number;
  contested: boolean;
  assumed: boolean;
}

export interface GameFacts {
  name: string;
  title: Words;
  about: Words;
  low: number;
  high: number;
  secrets: boolean;
  assumed: boolean;
  rules: number;
  options: OptionFacts[];
  bots: { bot: string; title: Words }[];
}

export interface TableLine {
  table: string;
  game: string;
  players: number;
  status: Phase;
  made: number;
  seats?: number[];
}

/** A request from a seat; `seat` and `id` are added on the way. */
export type Request =
  | { do: "play"; action: number | string; ply: number }
  | { do: "why"; action: number | string }
  | { do: "react"; what: string }
  | { do: "consent"; yes: boolean }
  | { do: "stir"; bytes: string }
  | { do: "fill"; free: number; bot: string }
  | { do: "stand_in"; away: number }
  | { do: "hint" | "undo" | "resign" | "leave" | "again" | "abandon" };
