/** What every game's board is given, and what it gives. */

import type { Component } from "svelte";
import { bringWords } from "../lib/here.svelte";
import type { Touch } from "../lib/kit/touch";
import type { News, Words } from "../lib/responses";
import type { Sounds } from "../lib/sounds";

/** `V`, `B`, `F` and `E` are what the game's own `wire.ts` says: view, box, figures and effects. */
export interface BoardProps<V = unknown, B = unknown, F = unknown, E = unknown> {
  view: V; // as this seat may see it, with the table's options; -1 where it may not look
  box: B; // the equipment
  figures: F; // what the rules reckon from the view
  effects: readonly E[]; // what led to this view, in order; the same array while nothing happens
  past?: readonly E[]; // all that led here, as far as the page was told
  players: number;
  seat: number | null; // who looks; null: a spectator
  names: string[]; // [seat]
  touching: Touch;
  isOver?: boolean; // nothing more is to be done, however the game ended
  sealed?: number[]; // seats that have laid something face down
  laid?: number; // the action that one has laid oneself
}

export interface GameModule {
  Board: Component<BoardProps>;
  sounds?: Sounds; // what its effects sound like
}

/** One step of a first game: a position, what to say about it, and what to do. */
export interface Lesson {
  words: Words;
  news: Pick<News, "view" | "options" | "figures" | "box" | "actions" | "prompt" | "events">;
  want: string | null; // what the action says; null: only look
  players: number;
}

const ESSENTIALS = import.meta.glob<{ default: unknown }>("./*/essentials.json");
const TUTORIALS = import.meta.glob<{ default: unknown }>("./*/tutorial.json");
const BOARDS = import.meta.glob<GameModule>("./*/index.ts");
const COVERS = import.meta.glob<{ default: Component }>("./*/Cover.svelte", { eager: true });

/** A game's board, once its sentences are here; null: it has none, and is played in plain text. */
export async function board(game: string): Promise<GameModule | null> {
  const found = BOARDS[`./${game}/index.ts`];
  const [module] = await Promise.all([found?.() ?? null, bringWords(game)]);
  return module;
}

const lessonOf = (game: string) => TUTORIALS[`./${game}/tutorial.json`];

/** Whether a game has a first game to learn it by. */
export const hasLesson = (game: string): boolean => lessonOf(game) !== undefined;

export async function tutorial(game: string): Promise<Lesson[]> {
  const found = lessonOf(game);
  if (!found) throw new Error(game);
  return (await found()).default as Lesson[];
}

/** What one needs to know of a game, each point with its position; nothing where it has none. */
export async function essentials(game: string): Promise<Lesson[]> {
  const found = await ESSENTIALS[`./${game}/essentials.json`]?.();
  return (found?.default ?? []) as Lesson[];
}

export function cover(game: string): Component | undefined {
  return COVERS[`./${game}/Cover.svelte`]?.default;
}
