import { beforeEach, describe, expect, it } from "vitest";
import { judge } from "../src/lib/evidence";
import type { News } from "../src/lib/responses";
import { forgetSeen, Seen, seenAt } from "../src/lib/seen";
import { chanceOf, eventsOf, FORGERIES, written, type Told } from "./forging";
import { IS_LONG } from "./helpers";
import witness from "./witness.json";

const frames = witness.frames as unknown as News[];
const table = witness.table;

/** The page of seat 0, which has seen the whole game. */
function page(from = frames): Seen {
  const seen = new Seen(table);
  seen.stir(0, witness.bytes);
  for (const news of from) seen.note(news);
  return seen;
}

beforeEach(() => {
  localStorage.clear();
  forgetSeen();
});

describe("what the page saw", () => {
  it("is found to be the game of an honest log", async () => {
    const seen = page();
    const verdict = await judge(table, witness.text, seen, witness.chain);
    expect(verdict).toMatchObject({ wrong: null, stirred: 2, dropped: [], since: -1, anew: false });
    expect(verdict.compared).toBe(frames.at(-1)!.number + 1);
    expect(verdict.draws).toBeGreaterThan(20);
  });

  it("is the same after the page was loaded again, and ends the file", async () => {
    const before = page();
    const after = new Seen(table);
    expect(after.events).toEqual(before.events);
    expect(after.stirred).toEqual({ 0: witness.bytes });
    expect((await judge(table, witness.text + after.text(), after, witness.chain)).wrong).toBeNull();
    expect(after.text().split("\n")).toHaveLength(before.events.length + 3);
  });

  it("is kept of so many tables only, and works without storage", () => {
    for (let i = 0; i < 20; i++) new Seen(`table-${i}`).stir(0, "00");
    expect(new Seen("table-0").stirred).toEqual({});
    expect(new Seen("table-19").stirred).toEqual({ 0: "00" });
    const keys = Object.keys(localStorage).filter((key) => key.startsWith("ludotheque.seen."));
    expect(keys.length).toBeLessThan(40);
    seenAt("here").stir(1, "11");
    localStorage.clear();
    expect(seenAt("here").stirred).toEqual({ 1: "11" });
  });

  it("says from where on it was seen, for who came late", async () => {
    const late = new Seen(table);
    const half = frames.length >> 1;
    const told = frames.slice(0, half).flatMap((news) => news.events);
    late.note({ ...frames[half]!, events: [...told, ...frames[half]!.events] });
    for (const news of frames.slice(half + 1)) late.note(news);
    const verdict = await judge(table, witness.text, late, witness.chain);
    expect(verdict).toMatchObject({ since: frames[half]!.number, late: false, chain: witness.chain });
  });

  it("is nothing of the game, for who came after its end", async () => {
    const stranger = new Seen(table);
    stranger.note({ ...frames.at(-1)!, events: frames.flatMap((news) => news.events) });
    expect(await judge(table, witness.text, stranger, witness.chain)).toMatchObject({ wrong: null, late: true });
  });

  it("tells whose bytes were left out", async () => {
    const events = await eventsOf(witness.text);
    const kept = events.filter((event) => !(event.kind === "entropy" && event.seat === 0));
    for (const event of kept) if (event.kind === "begin") event.body["silent"] = [0];
    const seen = new Seen(table);
    seen.stir(0, witness.bytes);
    for (const news of frames.slice(0, 3)) seen.note(news); // the table is laid, and both sit
    const begun = kept.findIndex((event) => event.kind === "begin");
    const [end] = kept.filter((event) => event.kind === "end");
    const short = await written(witness.text, [...kept.slice(0, begun), { ...end!, kind: "abandon" }]);
    expect(await judge(table, short.text, seen, short.chain)).toMatchObject({ wrong: null, dropped: [0] });
  });

  it("notices an event that is told in two ways", async () => {
    const seen = page();
    seen.note({ ...frames[9]!, events: frames[9]!.events.map((event) => ({ ...event, at: event.at + 1 })) });
    expect((await judge(table, witness.text, seen, witness.chain)).wrong?.key).toBe("web.wrong.seen");
  });

  it("agrees with a log from which names were erased, not with other names", async () => {
    const events = await eventsOf(witness.text);
    for (const event of events) if (event.kind === "sit") event.aside = {};
    const erased = await written(witness.text, events);
    expect(erased.chain).toBe(witness.chain);
    expect((await judge(table, erased.text, page(), erased.chain)).wrong).toBeNull();
  });

  it("finds every one of many forgeries by whoever owns the server", async () => {
    const seen = page();
    const original = await eventsOf(witness.text);
    const kinds = Object.entries(FORGERIES);
    const found: Record<string, number> = {};
    for (let n = 0; n < (IS_LONG ? 1000 : 4 * kinds.length); n++) {
      const [name, forge] = kinds[n % kinds.length]!;
      const events = structuredClone(original) as Told[];
      await forge(events, chanceOf(n + 1), table);
      const { text, chain } = await written(witness.text, events);
      expect(text, `${name} ${n}`).not.toBe(witness.text);
      const { wrong } = await judge(table, text, seen, chain);
      expect(wrong, `${name} ${n}`).not.toBeNull();
      found[name] = (found[name] ?? 0) + 1;
    }
    expect(Object.keys(found)).toHaveLength(kinds.length);
  }, 120_000);

  it("finds nothing wrong in a log that is only written anew", async () => {
    const again = await written(witness.text, await eventsOf(witness.text));
    expect(again.text).toBe(witness.text);
  });
});
