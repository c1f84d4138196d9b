/** The line to a table: a long log comes in pages and is told as one. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Line, look } from "../src/lib/host";
import type { News } from "../src/lib/responses";

class Wire {
  static readonly OPEN = 1;
  static last: Wire;
  readonly readyState = 1;
  sent: Record<string, unknown>[] = [];
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(readonly url: string) {
    Wire.last = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {}

  say(news: Partial<News>): void {
    this.onmessage({ data: JSON.stringify({ type: "news", seat: 0, ...news }) });
  }
}

const events = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => ({ number: first + i, at: 0, kind: "react" }));
const numbers = (news: News) => news.events.map((event) => event.number);

let heard: News[] = [];
const line = () =>
  new Line("t", 0, { news: (news) => heard.push(news), people: () => undefined, chat: () => undefined, state: () => undefined, closed: () => undefined, failed: () => undefined });

beforeEach(() => {
  heard = [];
  vi.stubGlobal("WebSocket", Wire);
});
afterEach(() => vi.unstubAllGlobals());

test("the pages of a long log are asked for one after another and told at once", () => {
  line();
  const wire = Wire.last;
  wire.say({ number: 25, mine: [0], more: true, events: events(0, 9) });
  expect(wire.sent).toEqual([{ do: "look", seat: 0, since: 9 }]);
  wire.say({ number: 25, mine: [0], more: true, events: events(10, 19) });
  wire.say({ number: 26, events: events(26, 26) }); // happens meanwhile
  expect(heard).toEqual([]);
  wire.say({ number: 26, mine: [0], events: events(20, 26) });
  expect(heard.map(numbers)).toEqual([events(0, 26).map((event) => event.number)]);
  wire.say({ number: 27, events: events(27, 27) });
  expect(heard.map((news) => news.number)).toEqual([26, 27]);
});

test("who is cut off between two pages begins with what is known for sure", () => {
  vi.useFakeTimers();
  line();
  Wire.last.say({ number: 25, mine: [0], more: true, events: events(0, 9) });
  Wire.last.onclose({ code: 1006 });
  vi.advanceTimersByTime(1000);
  expect(Wire.last.url).toContain("since=-1");
  Wire.last.say({ number: 5, mine: [0], events: events(0, 5) });
  expect(heard.map(numbers)).toEqual([[0, 1, 2, 3, 4, 5]]);
  vi.useRealTimers();
});

test("a spectator asks for further pages as one", () => {
  line();
  Wire.last.say({ seat: null, number: 25, mine: [], more: true, events: events(0, 9) });
  expect(Wire.last.sent).toEqual([{ do: "look", since: 9 }]);
});

test("looking once gives the whole log", async () => {
  const pages = [
    { number: 14, more: true, events: events(0, 9) },
    { number: 14, events: events(10, 14) },
  ];
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(new Response(JSON.stringify(pages.shift()), { headers: { "content-type": "application/json" } }));
  });
  expect(numbers(await look("t"))).toEqual(events(0, 14).map((event) => event.number));
  expect(asked).toEqual(["/api/tables/t?since=-1", "/api/tables/t?since=9"]);
});
