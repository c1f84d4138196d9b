/** Whoever keeps the tables, the server or this device: plain requests, and the line to a table that comes back by itself. */

import * as kept from "../engine/kept";
import { Refusal } from "./refusal";
import { isSite } from "./site";
import { device } from "./transport/device.svelte";
import { readFile } from "./transport/files";
import { server } from "./transport/server";
import type { Answer, Hearer, Wire } from "./transport/transport";
import type { Request } from "./requests";
import type { Chat, Done, Failed, Forgotten, GameFacts, Happened, Home, Invited, Laid, Moment, MyTable, News, People, Problem, Seated, Statistics, TableLine } from "./responses";

/** A request; who asks, and its number, are added on the way. */
export type Asked = Request extends infer R ? (R extends Request ? Omit<R, "seat" | "id"> : never) : never;

export { Refusal };

const CLOSED: Home = { switch: false }; // a folder of files opens no network
const LOST: Problem = { code: "lost", key: "web.lost" };
const LIVES_HERE = "~"; // the names of tables that live on this device begin so

/** Whether a table lives on this device. */
export const isHere = (table: string): boolean => table.startsWith(LIVES_HERE);

/** Whether the server has answered of late; a folder of files has none. */
let isServed = !isSite;

/** Whether tables are laid by a server just now, and not on this device. */
export const hasServer = (): boolean => isServed;

/** Ask somebody; who does not answer is lost. */
async function askBy<T>(asking: () => Promise<Answer>): Promise<T> {
  let answer: Answer;
  try {
    answer = await asking();
  } catch (found) {
    throw found instanceof Refusal ? found : new Refusal(LOST);
  }
  const isJson = answer.type.includes("json");
  if (answer.status >= 400) throw new Refusal(isJson ? (JSON.parse(answer.text) as Problem) : LOST, answer.status);
  return (isJson ? JSON.parse(answer.text) : answer.text) as T;
}

/** Ask the server; it is gone as soon as it does not answer, and back as soon as it does. */
async function askServer(method: string, path: string, body?: string): Promise<Answer> {
  try {
    const answer = await server.ask(method, path, body);
    isServed = answer.status !== 502 && answer.status !== 504; // a gateway answers for a server that does not
    return answer;
  } catch (found) {
    isServed = false;
    throw found;
  }
}

const written = (body: unknown): string | undefined => (body === undefined ? undefined : JSON.stringify(body));

/** Ask this device, whose tables open when they are first asked for. */
const askDevice = <T>(method: string, path: string, body?: unknown): Promise<T> => askBy(() => device.ask(method, path, written(body)));

function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (path.startsWith(`/api/tables/${LIVES_HERE}`)) return askDevice(method, path, body);
  if (!isSite) return askBy(() => askServer(method, path, written(body)));
  return path.startsWith("/api/games") ? askBy(() => readFile(path)) : askDevice(method, path, body);
}

/** The sentences of a game that the page was not built with. */
export const words = (game: string, lang: string) => ask<Record<string, string>>("GET", `/api/games/${encodeURIComponent(game)}/words?lang=${lang}`);
export const games = () => ask<GameFacts[]>("GET", "/api/games");
export const lobby = async () => (isSite ? [] : ask<TableLine[]>("GET", "/api/tables"));
/** My tables at the server. */
export const mine = async () => (isSite ? [] : ask<MyTable[]>("GET", "/api/tables/mine"));
/** My tables on this device, the newest first, as far as it keeps any; Python is not needed to list them. */
export const mineHere = () => kept.lines();
/** All of them at the server, those put away as well, some at a time. */
export const album = async (before?: string) =>
  isSite ? [] : ask<MyTable[]>("GET", `/api/tables/mine?away=true${before === undefined ? "" : `&before=${before}`}`);
export const putAway = (table: string, away: boolean) =>
  isHere(table) ? kept.putAway(table, away) : ask<string>("PUT", `/api/tables/${table}/away`, { away });
export const statistics = () => ask<Statistics>("GET", "/api/me");
/** Forget me at some of my tables, and all that this device keeps; how many are left. */
export async function forgetMe(): Promise<number> {
  await kept.forgetAll();
  return isSite ? 0 : (await ask<Forgotten>("DELETE", "/api/me")).left;
}
export const rules = (game: string, lang: string) => ask<string>("GET", `/api/games/${game}/rules?lang=${lang}`);
/** Lay a table: at the server while there is one, else on this device. */
export async function lay(wish: unknown): Promise<Laid> {
  try {
    if (isServed) return await ask<Laid>("POST", "/api/tables", wish);
  } catch (found) {
    if (isServed) throw found; // it has answered, and refused
  }
  return askDevice("POST", "/api/tables", wish);
}
/** Lay a table on this device that stands where a saved game stands. */
export const openFile = (text: string, name: string) => askDevice<Laid>("POST", "/api/tables/open", { text, name });
export const claim = (table: string, wish: unknown) =>
  ask<Seated>("POST", `/api/tables/${table}/claim`, wish);
export const invite = (table: string, seat?: number) =>
  ask<Invited>("POST", `/api/tables/${table}/invite`, seat === undefined ? {} : { seat });
/** Whether this machine's tables are open to the house's network, and where they are then. */
export const home = async () => (isSite ? CLOSED : ask<Home>("GET", "/api/home"));
export const openHome = (wish: { open: boolean; keep: boolean }) => ask<Home>("POST", "/api/home", wish);
/** A new code for free seats, after which no other is good. */
export const inviteAnew = (table: string) => ask<Invited>("POST", `/api/tables/${table}/invite`, { anew: true });
/** How a table stands, and every event after a number, however many pages that takes. */
export async function look(table: string, since = -1): Promise<News> {
  const events: Happened[] = [];
  for (;;) {
    const news = await ask<News>("GET", `/api/tables/${table}?since=${since}`);
    events.push(...news.events);
    if (!news.more || news.events.length === 0) return { ...news, events };
    since = events.at(-1)?.number ?? since;
  }
}
/** How the game stands now, in sentences; `number` only makes it new. */
export const lines = async (table: string, seat: number | null, number: number) =>
  (await ask<News>("GET", `/api/tables/${table}?since=${number}${seat === null ? "" : `&seat=${seat}`}`)).lines ?? [];
export const moment = (table: string, n: number, seat: number | null) =>
  ask<Moment>("GET", `/api/tables/${table}/at/${n}${seat === null ? "" : `?seat=${seat}`}`);

/** The game as a file; once it is over, with its whole log. */
export const file = (table: string, seat: number | null) =>
  ask<string>("GET", `/api/tables/${table}/play${seat === null ? "" : `?seat=${seat}`}`);

/** The position as text; `number` only makes it new. */
export const picture = (table: string, seat: number | null, number: number, lang: string) =>
  ask<string>("GET", `/api/tables/${table}/picture?now=${number}&lang=${lang}${seat === null ? "" : `&seat=${seat}`}`);

/** How a table is listened to. */
export interface Ears {
  news(news: News): void;
  people(people: People): void;
  chat(chat: Chat): void;
  state(state: "open" | "lost"): void;
  closed(code: number): void;
  failed(problem: Problem): void; // something that nobody had asked for just now
}

/** The code with which a line is closed when this device cannot open its tables. */
export const UNAVAILABLE = 4503;
const UNKNOWN = 4404; // there is no such table
const AGAIN = 60; // events that are told again to whoever looks from another seat
const FINAL = new Set([1008, 4403, UNKNOWN, UNAVAILABLE]);

/** One table's socket: requests in, news out; after a drop it resumes from the last number. */
export class Line {
  private wire: Wire | null = null;
  private number = -1;
  private pages: Happened[] | null = null; // of a long log, while more of it is to come
  private pause = 250;
  private next = 0;
  private over = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting = new Map<number, { ok: (done: Done) => void; no: (refusal: Refusal) => void }>();

  constructor(
    readonly table: string,
    private seat: number | null,
    private ears: Ears,
  ) {
    this.connect();
  }

  private connect(): void {
    const seat = this.seat === null ? "" : `&seat=${this.seat}`;
    const query = `since=${this.number}${seat}${document.hidden ? "&hidden=true" : ""}`;
    this.pages = null;
    const hearer: Hearer = {
      open: () => {
        this.pause = 250;
        this.ears.state("open");
        this.here();
      },
      frame: (text) => this.hear(JSON.parse(text) as News | People | Chat | Done | Failed),
      close: (code) => this.lost(code),
    };
    if (isSite && !isHere(this.table)) hearer.close(UNKNOWN);
    else this.wire = (isHere(this.table) ? device : server).open(this.table, query, hearer);
  }

  private hear(frame: News | People | Chat | Done | Failed): void {
    if (frame.type === "news") {
      this.gather(frame);
      return;
    }
    if (frame.type === "people") {
      this.ears.people(frame);
      return;
    }
    if (frame.type === "chat") {
      this.ears.chat(frame);
      return;
    }
    const id = frame.id ?? -1;
    const waiter = this.waiting.get(id);
    this.waiting.delete(id);
    if (frame.type === "done") waiter?.ok(frame);
    else if (waiter) waiter.no(new Refusal(frame));
    else this.ears.failed(frame);
  }

  /** A long log comes in pages: ask for the next, and tell all at once when the last is there. */
  private gather(news: News): void {
    const isWhole = news.mine !== undefined; // an answer; else it has only just happened
    const pages = this.pages;
    if (isWhole && news.more && news.events.length > 0) {
      this.pages = [...(pages ?? []), ...news.events];
      this.wire?.send(JSON.stringify({ do: "look", since: news.events.at(-1)?.number, ...(news.seat === null ? {} : { seat: news.seat }) }));
    } else if (isWhole && pages !== null) {
      this.pages = null;
      this.tell({ ...news, events: [...pages, ...news.events] });
    } else if (isWhole || pages === null) {
      this.tell(news);
    } // else the last page will tell of it
  }

  private tell(news: News): void {
    this.number = news.number;
    this.ears.news(news);
  }

  private lost(code: number): void {
    for (const waiter of this.waiting.values()) waiter.no(new Refusal(LOST));
    this.waiting.clear();
    if (this.over) return;
    if (FINAL.has(code)) {
      this.ears.closed(code);
      return;
    }
    this.ears.state("lost");
    const jitter = 0.5 + Math.random();
    this.timer = setTimeout(() => this.connect(), this.pause * jitter);
    this.pause = Math.min(this.pause * 2, 4000);
  }

  /** Do something from a seat. */
  request(seat: number, request: Asked): Promise<Done> {
    return new Promise((ok, no) => {
      if (!this.wire?.isOpen) {
        no(new Refusal(LOST));
        return;
      }
      const id = this.next++;
      this.waiting.set(id, { ok, no });
      this.wire.send(JSON.stringify({ ...request, seat, id }));
    });
  }

  /** Say whether the page is in sight; whoever was asked is there. */
  here(): void {
    if (this.wire?.isOpen) this.wire.send(JSON.stringify({ do: "here", hidden: document.hidden }));
  }

  /** Look from another seat of one's own, and hear again what it saw of late. */
  look(seat: number | null): void {
    this.seat = seat;
    this.pages = null;
    const since = Math.max(-1, this.number - AGAIN);
    this.wire?.send(JSON.stringify({ do: "look", since, ...(seat === null ? {} : { seat }) }));
  }

  close(): void {
    this.over = true;
    clearTimeout(this.timer);
    this.wire?.close();
  }
}
