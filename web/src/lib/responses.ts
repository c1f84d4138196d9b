/** What the server sends, for the schema; words are codes with parameters, never sentences.  Written by `make types`: change `ludotheque.server.responses` instead. */

/** A sentence of the catalogues, not yet in a language. */
export interface Words {
  key: string;
  facts?: Record<string, unknown>;
}

/** What went wrong: a code to act on, and what to tell the person. */
export interface Problem extends Words {
  code: string;
  sentence?: string; // in the language asked for; HTTP only
  ruling?: string; // the rule that forbids it
  places?: string[];
}

/** One ruling that a table may choose. */
export interface OptionFacts {
  name: string;
  ruling: string;
  default: string;
  values: string[]; // by name; empty for a number
  low: number;
  high: number;
  contested: boolean;
  assumed: boolean;
}

/** One level of the bots. */
export interface LevelFacts {
  bot: string;
  title: Words;
  plays: Words;
}

/** A game on the shelf, where the easiest come first. */
export interface GameFacts {
  name: string;
  title: Words;
  about: Words;
  low: number;
  high: number;
  age: number | null; // from which one can play
  starter: boolean; // whether it is one to begin with
  secrets: boolean;
  assumed: boolean;
  rules: number;
  options: OptionFacts[];
  bots: LevelFacts[];
  sides: Words[][]; // by number of players, what each seat plays with; empty where all are alike
  alone: Words[]; // the two sides that somebody alone plays, if so: a bot may take the second
}

/** A table in a list. */
export interface TableLine {
  table: string;
  game: string;
  players: number;
  status: "waiting" | "playing" | "over" | "abandoned";
  made: number;
}

/** A table of one's own. */
export interface MyTable extends TableLine {
  seats: number[]; // mine
  people?: string[]; // the names of the others who sit there
  bots?: number; // how many seats are bots'
  result?: Result; // how the game ended
  away?: boolean; // whether I have put it away
}

/** How often one has played, and won. */
export interface Wins {
  played: number;
  won: number;
}

/** The most points that one has made alone, and where. */
export interface Best {
  points: number;
  table: string;
}

/** One's games of a kind that are over. */
export interface GameCount {
  game: string;
  played: number;
  people: Wins; // with other people
  bots: Wins; // with bots only
  screen: number; // in several seats, on one screen: neither won nor lost
  alone: number;
  best?: Best; // alone, with all options as usual
}

/** How often one has played and won. */
export interface Statistics {
  played: number;
  favourite?: string; // the one game played most
  games: GameCount[]; // the one played most first
}

/** What is left to forget; ask again while there is something. */
export interface Forgotten {
  left: number;
}

/** A new table, and the code for the link that invites others to it. */
export interface Laid {
  table: string;
  seats: number[]; // mine
  code?: string; // for the fragment of the link; only now
}

/** A seat that was taken, or that one has already. */
export interface Seated {
  table: string;
  seat: number;
  number: number; // of the last event
}

/** A code for a link. */
export interface Invited {
  code: string;
}

/** Whether the tables of this machine are open to the house's network, and where they are. */
export interface Home {
  switch: boolean; // whether that can be changed here
  open?: boolean;
  kept?: boolean; // whether it will be open the next time too
  url?: string;
}

/** A token for a bot or a script. */
export interface Token {
  token: string;
}

/** What there is to say of a request. */
export interface Done {
  type: "done";
  id?: number;
  number?: number;
  ply?: number;
  table?: string; // where they play again
  legal?: boolean;
  ruling?: string;
  places?: string[];
  key?: string;
  facts?: Record<string, unknown>;
  hints?: Hint[];
}

/** A request that was not carried out. */
export interface Failed extends Problem {
  type: "error";
  id?: number;
}

/** What an action is worth. */
export interface Hint {
  action: number;
  say: string;
  shares: number[]; // [seat]: chances to win
  error: number | null; // of these; null where they are exact
}

/** One thing that an action did; a game's own pages say what else there is. */
export interface Effect {
  do: string;
  [more: string]: unknown;
}

/** One event, as far as this seat may see it. */
export interface Happened {
  number: number;
  at: number; // milliseconds since 1970
  kind: string;
  seat?: number;
  action?: number;
  say?: string;
  effects?: Effect[]; // of a play or a draw: what it did
  tell?: Words; // of a choice in secret, to whoever made it
  i?: number; // of a draw: its number
  n?: number; // of a draw: how many ways there were
  r?: number; // of a draw: which of them it was
  [more: string]: unknown;
}

/** Something the seat may do now. */
export interface Choice {
  id: number;
  say: string;
  at: string[]; // the places to touch, one after another
  tell: Words;
}

/** Who plays a seat; only what is not usual. */
export interface Occupant {
  name?: string; // of a person
  bot?: string;
  called?: string; // a bot's first name
  level?: Words; // of the bot that plays here
  promise?: string;
  stand_in?: string; // the bot that plays for a person who is away
  resigned?: boolean;
  late?: boolean;
  erased?: boolean; // the name was taken away
  nameless?: boolean; // a person who gave no name
  kept?: string; // for whom a free seat is kept, from the game before
}

/** The time that each seat has. */
export interface ClockFacts {
  seconds: number;
  add: number;
}

/** The series so far, person by person. */
export interface SeriesFacts {
  games: number;
  keep_colours: boolean;
  first: number;
  scores: number[][];
  won: number[][];
}

/** The table as it was laid. */
export interface Opening {
  game: string;
  players: number;
  rules: number;
  options: Record<string, string>;
  seats: string[];
  listed: boolean;
  patience: number;
  clock: ClockFacts | null;
  series: SeriesFacts | null;
  commitment: string;
  kept?: string[]; // who sat in these seats in the game before
  hints?: boolean; // whether people may ask for hints
  chat?: boolean; // whether people may write to one another
  other_side?: string; // the bot that plays the other side of a game alone
  [more: string]: unknown;
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

/** Somebody asks to go back, and some agree. */
export interface Asked {
  seat: number;
  to: number;
  yes: number[];
}

/** Whether a seat may take back its last choice now. */
export interface WayBack {
  how: "freely" | "asking" | "not"; // at once, if the others agree, or not at all
  why?: Words; // why not
}

/** A moment between two effects at which a page may hold the board. */
export interface Pause {
  number: number; // of the event
  effects: number; // of that event which have happened by then
  view: Record<string, unknown>; // the position then, as this seat may see it: the fields that differ from now
  figures?: Record<string, unknown>; // what the rules reckon from it, if that differs from now
  throw?: number; // the seat that is about to throw
}

/** How the game ended. */
export interface Result {
  winners?: number[];
  scores?: number[];
}

/** What has happened, and how things stand now, for one seat or a spectator. */
export interface News {
  type: "news";
  table?: string; // its name, when one has just come
  seat: number | null; // from which one looks; null for a spectator
  number: number; // of the last event
  ply: number; // changes with the board; a `play` names it
  status: "waiting" | "playing" | "over" | "abandoned"; // how far the table has come
  acting: number[]; // the seats that may act now
  sealed: number[]; // the seats whose choice lies face down
  events: Happened[]; // what has happened
  more?: boolean; // true if there are further events: ask again, since the last of these
  told_from?: number; // the first event on the board that is told again; what was done before it, only to whoever did it
  protocol?: number; // its version, when one has just come
  opening?: Opening; // how the table was laid: game, options, clock, commitment of the dice
  box?: Record<string, unknown>; // the equipment, to draw it
  options?: Record<string, number>; // what the table has chosen
  seats?: Occupant[]; // who sits where, if that has changed or one has just come
  mine?: number[]; // the seats of whoever looks
  secrets?: boolean; // whether hands are hidden in this game
  view?: Record<string, unknown>; // the position as this seat may see it; -1 is hidden
  figures?: Record<string, unknown>; // what the rules reckon from it
  pauses?: Pause[]; // where the board may be held on the way there
  prompt?: Words; // what is to be done now
  lines?: Words[]; // how the game stands, in sentences, when one has just come or asks
  actions?: Choice[]; // what this seat may do now
  laid?: number; // the action this seat has laid face down
  undo?: WayBack[]; // [seat]: whether it may take back its last choice, while the game is on
  asked?: Asked; // who asks to go back, to which action, and who agrees
  hints?: boolean; // false where nobody may ask for a hint
  host?: number; // before the game: who came first, and may begin without the others
  clocks?: number[]; // milliseconds left, seat by seat
  sheet?: ScoreSheet; // the score sheet of a series, seat by seat as they sit now
  result?: Result; // winners and scores, after the end
  chain?: string; // the hash of the event that ended the game
  next?: string; // the table where they play again
  notice?: Words; // why the table stands still, if it does
}

/** One person, as everybody sees: in sight of the table, with the page hidden, or gone. */
export interface Person {
  state: "there" | "away" | "gone";
  ago?: number; // of one who is gone: since how many milliseconds
  bot?: number; // of one who is gone: milliseconds until a bot may stand in
  asked?: number; // milliseconds to say that one is still there, if somebody has asked
}

/** Who is at the table now; sent when it changes, to whoever has said `here`. */
export interface People {
  type: "people";
  seats: (Person | null)[]; // [seat]; null where no person sits
  watching: number; // how many look on without a seat
}

/** A message that somebody wrote. */
export interface Note {
  seat: number;
  text: string;
  at: number; // milliseconds since 1970
}

/** What people write; sent to those who sit at the table and have said `here`. */
export interface Chat {
  type: "chat";
  messages: Note[];
}

/** The position after so many actions. */
export interface Moment {
  actions: number;
  last: number; // how many there are
  view: Record<string, unknown>;
  figures?: Record<string, unknown>; // what the rules reckon from it
  prompt: Words;
  lines: Words[];
  picture: string; // the position in text
  effects?: Effect[]; // what the action did that led here
}
