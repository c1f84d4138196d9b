/** What this page saw of a table, kept on this device to be compared with the log of the end. */

import { forget, recall, remember } from "./here.svelte";
import type { Happened, News } from "./responses";

const CHUNK = 64; // events that are stored together, so that each new one costs little
const TABLES = 12; // that are remembered; the oldest are dropped
const LIST = "seen";
const WORDS = new Set(["tell", "effects", "news"]); // how it was told: another version may do so otherwise

interface Facts {
  since: number; // the last event of which the page was only told, having come late; else -1
  stirred: Record<string, string>; // [seat] -> the bytes with which it stirs the dice
}

/** JSON with sorted keys: equal values are equal texts. */
export function compact(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(compact).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${compact(one)}`).join(",")}}`;
}

function parsed<T>(text: string | null, otherwise: T): T {
  try {
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export class Seen {
  events: Happened[] = []; // [number], as far as seen
  differs: number | null = null; // an event that was told in two ways
  since: number | null = null;
  stirred: Record<string, string> = {};
  seat: number | null = null; // from where the page last looked

  constructor(readonly table: string) {
    const facts = parsed<Facts | null>(recall(this.key()), null);
    if (!facts) return;
    this.since = facts.since;
    this.stirred = facts.stirred;
    for (let i = 0; ; i++) {
      const some = parsed<Happened[]>(recall(this.key(i)), []);
      for (const event of some) if (event) this.events[event.number] = event;
      if (some.length === 0) return;
    }
  }

  private key(chunk?: number): string {
    return chunk === undefined ? `seen.${this.table}` : `seen.${this.table}.${chunk}`;
  }

  /** Keep the bytes with which a seat of mine will stir the dice. */
  stir(seat: number, bytes: string): void {
    this.stirred[seat] = bytes;
    this.store(new Set());
  }

  /** Those who sit have moved up: `seats` are the old numbers of the seats that stay. */
  move(seats: number[]): void {
    const moved = seats.flatMap((old, now) => (this.stirred[old] === undefined ? [] : [[now, this.stirred[old]]]));
    this.stirred = Object.fromEntries(moved) as Record<string, string>;
    this.store(new Set());
  }

  /** Keep what the page is shown; an event that was shown otherwise before is noticed. */
  note(news: News): void {
    this.seat = news.seat;
    const late = news.status !== "waiting" && news.events.length > 0;
    this.since ??= late && news.events[0]?.number === 0 ? news.number : -1;
    const changed = new Set<number>();
    for (const event of news.events) {
      const shown = Object.fromEntries(Object.entries(event).filter(([name]) => !WORDS.has(name))) as Happened;
      const before = this.events[event.number];
      const now = { ...shown, ...before };
      if (before && Object.keys(shown).some((name) => compact(now[name]) !== compact(shown[name]))) this.differs ??= event.number;
      if (before && Object.keys(now).length === Object.keys(before).length) continue;
      this.events[event.number] = now;
      changed.add(Math.floor(event.number / CHUNK));
    }
    if (changed.size > 0) this.store(changed);
  }

  private store(chunks: Set<number>): void {
    const tables = parsed<string[]>(recall(LIST), []).filter((one) => one !== this.table);
    tables.push(this.table);
    for (const old of tables.splice(0, tables.length - TABLES)) drop(old);
    remember(LIST, JSON.stringify(tables));
    remember(this.key(), JSON.stringify({ since: this.since ?? -1, stirred: this.stirred }));
    for (const i of chunks) {
      remember(this.key(i), JSON.stringify(this.events.slice(i * CHUNK, (i + 1) * CHUNK)));
    }
  }

  /** The last part of a `.play` file: what was seen. */
  text(): string {
    const facts = { seat: this.seat, since: this.since ?? -1, stirred: this.stirred, table: this.table };
    const lines = [facts, ...this.events.filter((event) => event !== undefined)].map((one) => `# ${compact(one)}`);
    return ["# seen", ...lines, ""].join("\n");
  }
}

function drop(table: string): void {
  forget(`seen.${table}`);
  for (let i = 0; recall(`seen.${table}.${i}`) !== null; i++) forget(`seen.${table}.${i}`);
}

const open = new Map<string, Seen>(); // without storage, all that there is

/** What this page saw of a table. */
export function seenAt(table: string): Seen {
  const found = open.get(table) ?? new Seen(table);
  open.set(table, found);
  return found;
}

/** The page was left: what is not stored is forgotten. */
export function forgetSeen(): void {
  open.clear();
}
