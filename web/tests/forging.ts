/** Somebody who owns the server, and tells a finished game otherwise, with every hash made to fit. */

import { bytes, commitment, draw, hex, joined, sha256, utf8 } from "../src/lib/dice";
import { readLog, type Logged } from "../src/lib/evidence";
import { compact } from "../src/lib/seen";

export type Told = Pick<Logged, "at" | "kind" | "seat" | "body" | "aside">;
type Forge = (events: Told[], chance: () => number, table: string) => Promise<void> | void;

/** Numbers below 1 that are the same every time. */
export function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const oneOf = <T>(some: T[], chance: () => number): T => some[Math.floor(chance() * some.length)] as T;
const ofKind = (events: Told[], kind: string) => events.filter((event) => event.kind === kind);
const anyHex = (chance: () => number, n: number) => Array.from({ length: n }, () => Math.floor(chance() * 16).toString(16)).join("");
const salted = (salt: string, words: string) => sha256(joined(bytes(salt), utf8(words)));

/** Draw everything again with the seed and the bytes that the log has now. */
async function redraw(events: Told[], table: string): Promise<void> {
  const seed = String(ofKind(events, "end")[0]?.body["seed"]);
  const shown = ofKind(events, "entropy").sort((a, b) => Number(a.seat) - Number(b.seat));
  const stir = await sha256(joined(...shown.map((event) => bytes(String(event.body["bytes"])))));
  let actions = 0;
  for (const event of events) {
    if (event.body["r"] !== undefined) {
      const purpose = event.kind === "begin" ? "first" : `action ${actions + 1}`;
      const r = await draw(seed, table, Number(event.body["i"]), purpose, stir, Number(event.body["n"]));
      event.body["r"] = r;
      if (event.kind === "begin") event.body["first"] = r;
    }
    if (event.kind === "play" || event.kind === "draw") actions++;
    if (event.kind === "undo") actions = Number(event.body["to"]);
  }
}

async function otherBytes(events: Told[], seat: number, chance: () => number): Promise<void> {
  const mine = anyHex(chance, 64);
  for (const event of events.filter((one) => one.seat === seat)) {
    if (event.kind === "sit") event.body["promise"] = await sha256(bytes(mine));
    if (event.kind === "entropy") event.body["bytes"] = mine;
  }
}

function remove(events: Told[], event: Told): void {
  events.splice(events.indexOf(event), 1);
}

export const FORGERIES: Record<string, Forge> = {
  async "another commitment, and all dice by another seed"(events, chance, table) {
    const seed = anyHex(chance, 64);
    ofKind(events, "end")[0]!.body["seed"] = seed;
    events[0]!.body["commitment"] = await commitment(table, seed);
    await redraw(events, table);
  },
  async "other bytes of my own"(events, chance, table) {
    await otherBytes(events, 0, chance);
    await redraw(events, table);
  },
  async "other bytes of somebody else"(events, chance, table) {
    await otherBytes(events, 1, chance);
    await redraw(events, table);
  },
  async "my stirring dropped"(events, chance, table) {
    const mine = ofKind(events, "entropy").find((event) => event.seat === 0)!;
    remove(events, mine);
    if (chance() < 0.5) ofKind(events, "begin")[0]!.body["silent"] = [0];
    else delete ofKind(events, "sit").find((event) => event.seat === 0)!.body["promise"];
    await redraw(events, table);
  },
  "another number drawn"(events, chance) {
    const event = oneOf(ofKind(events, "draw").filter((one) => Number(one.body["n"]) > 1), chance);
    event.body["r"] = (Number(event.body["r"]) + 1 + Math.floor(chance() * (Number(event.body["n"]) - 1))) % Number(event.body["n"]);
  },
  "another card drawn for the same number"(events, chance) {
    const [event, other] = [oneOf(ofKind(events, "draw"), chance), oneOf(ofKind(events, "draw"), chance)];
    event.body["a"] = event.body["a"] === other.body["a"] ? Number(event.body["a"]) + 1 : other.body["a"];
    event.body["say"] = other.body["say"];
  },
  async "another sealed card, sealed and opened as it should be"(events, chance) {
    const seal = oneOf(ofKind(events, "seal"), chance);
    const opened = events.slice(events.indexOf(seal)).find((event) => event.kind === "play" && event.seat === seal.seat);
    const other = Number(seal.aside["a"]) + 1 + Math.floor(chance() * 5);
    const salt = chance() < 0.5 ? String(seal.aside["salt"]) : anyHex(chance, 32);
    Object.assign(seal.aside, { a: other, salt });
    seal.body["seal"] = await salted(salt, String(other));
    if (opened) Object.assign(opened.body, { a: other, salt });
  },
  "a sealed card that was not sealed so"(events, chance) {
    const seal = oneOf(ofKind(events, "seal"), chance);
    seal.aside["a"] = Number(seal.aside["a"]) + 1;
  },
  "another move"(events, chance) {
    const event = oneOf(ofKind(events, "play"), chance);
    event.body["a"] = Number(event.body["a"]) + 1;
    if (chance() < 0.5) event.body["say"] = "pass!";
  },
  async "another name"(events, chance) {
    const event = oneOf(ofKind(events, "sit"), chance);
    event.aside["name"] = `${String(event.aside["name"])}x`;
    if (chance() < 0.7) event.body["who"] = await salted(String(event.aside["salt"]), String(event.aside["name"]));
  },
  "another time"(events, chance) {
    oneOf(events, chance).at += 1 + Math.floor(chance() * 1000);
  },
  "something that never happened"(events, chance) {
    const at = 1 + Math.floor(chance() * (events.length - 2));
    events.splice(at, 0, { at: events[at]!.at, kind: "react", seat: 1, body: { what: "oops" }, aside: {} });
  },
  "something that happened, left out"(events, chance) {
    remove(events, oneOf([...ofKind(events, "react"), ...ofKind(events, "ask")], chance));
  },
  "another result"(events, chance) {
    const { body } = ofKind(events, "end")[0]!;
    if (chance() < 0.5) body["winners"] = [1 - Number((body["winners"] as number[])[0])];
    else body["scores"] = (body["scores"] as number[]).map((n) => n + 1);
  },
  "another table laid"(events, chance) {
    const [name, value] = oneOf<[string, unknown]>([["listed", true], ["patience", 7], ["data", "00"], ["stand_in", "bot:9"], ["kept", ["", ""]]], chance);
    events[0]!.body[name] = value;
  },
  "by another seat"(events, chance) {
    const event = oneOf(events.filter((one) => one.seat !== null), chance);
    event.seat = 1 - Number(event.seat);
  },
};

export async function eventsOf(text: string): Promise<Told[]> {
  return (await readLog(text)).events;
}

/** A file with other events, all hashes made to fit; and the hash of the end. */
export async function written(text: string, events: Told[]): Promise<{ text: string; chain: string }> {
  const above = text.slice(0, text.indexOf("\n# log\n"));
  let head = new Uint8Array(32);
  let chain = "";
  const lines: string[] = [];
  for (const [number, { at, kind, seat, body, aside }] of events.entries()) {
    const line = ascii(compact([number, at, kind, seat, body]));
    head = bytes(await sha256(joined(head, utf8(line))));
    if (kind === "end" || kind === "abandon") chain = hex(head.buffer);
    const beside = Object.keys(aside).length > 0 ? ` ${ascii(compact(aside))}` : "";
    lines.push(`# ${hex(head.buffer).slice(0, 32)} ${line}${beside}`);
  }
  return { text: [above.replace(/chain: [0-9a-f]+/, `chain: ${chain}`), "# log", ...lines, ""].join("\n"), chain };
}

const ascii = (text: string) => text.replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
