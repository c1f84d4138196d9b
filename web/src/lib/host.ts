/** The server: plain requests, and the socket of a table that comes back by itself. */

import type { Request } from "./requests";
import type { Chat, Done, Failed, Forgotten, GameFacts, Happened, Home, Invited, Laid, Moment, MyTable, News, People, Problem, Seated, Statistics, TableLine } from "./responses";

/** A request; who asks, and its number, are added on the way. */
export type Asked = Request extends infer R ? (R extends Request ? Omit<R, "seat" | "id"> : never) : never;

export class Refusal extends Error {
  constructor(
    readonly problem: Problem,
    readonly status = 0,
  ) {
    super(problem.code);
  }
}

const LOST: Problem = { code: "lost", key: "web.lost" };

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal(LOST);
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => LOST)) as Problem;
    throw new Refusal(problem, answer.status);
  }
  const type = answer.headers.get("content-type") ?? "";
  return (type.includes("json") ? await answer.json() : await answer.text()) as T;
}

/** The sentences of a game that the page was not built with. */
export const words = (game: string, lang: string) => ask<Record<string, string>>("GET", `/api/games/${encodeURIComponent(game)}/words?lang=${lang}`);
export const games = () => ask<GameFacts[]>("GET", "/api/games");
export const lobby = () => ask<TableLine[]>("GET", "/api/tables");
export const mine = () => ask<MyTable[]>("GET", "/api/tables/mine");
/** All of them, those put away as well, some at a time. */
export const album = (before?: string) =>
  ask<MyTable[]>("GET", `/api/tables/mine?away=true${before === undefined ? "" : `&before=${before}`}`);
export const putAway = (table: string, away: boolean) => ask<string>("PUT", `/api/tables/${table}/away`, { away });
export const statistics = () => ask<Statistics>("GET", "/api/me");
/** Forget me at some of my tables; how many are left. */
export const forgetMe = async () => (await ask<Forgotten>("DELETE", "/api/me")).left;
export const rules = (game: string, lang: string) => ask<string>("GET", `/api/games/${game}/rules?lang=${lang}`);
export const lay = (wish: unknown) =>
  ask<Laid>("POST", "/api/tables", wish);
export const claim = (table: string, wish: unknown) =>
  ask<Seated>("POST", `/api/tables/${table}/claim`, wish);
export const invite = (table: string, seat?: number) =>
  ask<Invited>("POST", `/api/tables/${table}/invite`, seat === undefined ? {} : { seat });
/** Whether this machine's tables are open to the house's network, and where they are then. */
export const home = () => ask<Home>("GET", "/api/home");
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
}

const AGAIN = 60; // events that are told again to whoever looks from another seat
const FINAL = new Set([1008, 4403, 4404]);

/** One table's socket: requests in, news out; after a drop it resumes from the last number. */
export class Line {
  private ws: WebSocket | null = null;
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
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const seat = this.seat === null ? "" : `&seat=${this.seat}`;
    const url = `${scheme}://${location.host}/api/tables/${this.table}/socket?since=${this.number}${seat}${document.hidden ? "&hidden=true" : ""}`;
    const ws = new WebSocket(url);
    this.ws = ws;
    this.pages = null;
    ws.onopen = () => {
      this.pause = 250;
      this.ears.state("open");
      this.here();
    };
    ws.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as News | People | Chat | Done | Failed);
    ws.onclose = (event) => this.lost(event.code);
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
    else waiter?.no(new Refusal(frame));
  }

  /** A long log comes in pages: ask for the next, and tell all at once when the last is there. */
  private gather(news: News): void {
    const isWhole = news.mine !== undefined; // an answer; else it has only just happened
    const pages = this.pages;
    if (isWhole && news.more && news.events.length > 0) {
      this.pages = [...(pages ?? []), ...news.events];
      this.ws?.send(JSON.stringify({ do: "look", since: news.events.at(-1)?.number, ...(news.seat === null ? {} : { seat: news.seat }) }));
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
      if (this.ws?.readyState !== WebSocket.OPEN) {
        no(new Refusal(LOST));
        return;
      }
      const id = this.next++;
      this.waiting.set(id, { ok, no });
      this.ws.send(JSON.stringify({ ...request, seat, id }));
    });
  }

  /** Say whether the page is in sight; whoever was asked is there. */
  here(): void {
    if (this.ws?.readyState === WebSocket.OPEN) this.ws.send(JSON.stringify({ do: "here", hidden: document.hidden }));
  }

  /** Look from another seat of one's own, and hear again what it saw of late. */
  look(seat: number | null): void {
    this.seat = seat;
    this.pages = null;
    const since = Math.max(-1, this.number - AGAIN);
    this.ws?.send(JSON.stringify({ do: "look", since, ...(seat === null ? {} : { seat }) }));
  }

  close(): void {
    this.over = true;
    clearTimeout(this.timer);
    this.ws?.close();
  }
}
