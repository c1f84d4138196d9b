/** What every game's board is given, and what it gives. */

import type { Component } from "svelte";
import { bringWords } from "../lib/here.svelte";
import type { Touch } from "../lib/kit/touch";
import type { Happened, News, Words } from "../lib/responses";

export type View = NonNullable<News["view"]>;

export interface BoardProps {
  view: View; // as this seat may see it; -1 where it may not look
  box: Record<string, unknown>; // the equipment
  players: number;
  seat: number | null; // who looks; null: a spectator
  names: string[]; // [seat]
  touching: Touch;
  events: Happened[]; // what has just happened
  sealed?: number[]; // seats that have laid something face down
  laid?: number; // the action that one has laid oneself
}

export interface GameModule {
  Board: Component<BoardProps>;
  /** What a place that is not lit would mean, to ask the server why not. */
  meaning?: (place: string, chosen: string[], view: View) => string;
}

/** One step of a first game: a position, what to say about it, and what to do. */
export interface Lesson {
  words: Words;
  news: Pick<News, "view" | "actions" | "prompt" | "events">;
  want: string | null; // what the action says; null: only look
  players: number;
  box: Record<string, unknown>;
}

const TUTORIALS = import.meta.glob<{ default: unknown }>("./*/tutorial.json");
const BOARDS = import.meta.glob<GameModule>("./*/index.ts");
const COVERS = import.meta.glob<{ default: Component }>("./*/Cover.svelte", { eager: true });

/** A game's board, once its sentences are here. */
export async function board(game: string): Promise<GameModule> {
  const found = BOARDS[`./${game}/index.ts`];
  if (!found) throw new Error(game);
  const [module] = await Promise.all([found(), bringWords(game)]);
  return module;
}

export async function tutorial(game: string): Promise<Lesson[]> {
  const found = TUTORIALS[`./${game}/tutorial.json`];
  if (!found) throw new Error(game);
  return (await found()).default as Lesson[];
}

export function cover(game: string): Component | undefined {
  return COVERS[`./${game}/Cover.svelte`]?.default;
}
