/** Check every die of a finished game in the browser, without knowing a rule. */

import type { Happened } from "./protocol";

const WORD = 8n;

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
}

function hex(data: ArrayBuffer): string {
  return Array.from(new Uint8Array(data), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

export async function sha256(data: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", data));
}

export function commitment(table: string, seed: string): Promise<string> {
  return sha256(joined(utf8("ludotheque-1"), utf8(table), bytes(seed)));
}

/** Bytes of one's own to stir the dice with, and the promise of them. */
export async function entropy(): Promise<{ bytes: string; promise: string }> {
  const mine = crypto.getRandomValues(new Uint8Array(32));
  return { bytes: hex(mine.buffer), promise: await sha256(mine) };
}

export async function draw(
  seed: string,
  table: string,
  i: number,
  purpose: string,
  stir: string,
  n: number,
): Promise<number> {
  const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const total = BigInt(n);
  const limit = ((1n << (8n * WORD)) / total) * total;
  for (let counter = 0; ; counter++) {
    const text = joined(utf8(`${table}/${i}/${purpose}/${counter}/`), bytes(stir));
    const block = new DataView(await crypto.subtle.sign("HMAC", key, text));
    for (let at = 0; at < block.byteLength; at += Number(WORD)) {
      const number = block.getBigUint64(at);
      if (number < limit) return Number(number % total);
    }
  }
}

export interface Checked {
  draws: number;
  wrong: number | null; // the first event that does not hold
}

/** Draw every number of a table again, from the events that all have seen. */
export async function check(table: string, events: Happened[]): Promise<Checked> {
  const opened = events[0];
  const ended = events.findLast((event) => event.kind === "end" || event.kind === "abandon");
  const seed = String(ended?.["seed"] ?? "");
  if (!opened || (await commitment(table, seed)) !== opened["commitment"]) {
    return { draws: 0, wrong: 0 };
  }
  const stirred = events.filter((event) => event.kind === "entropy");
  stirred.sort((a, b) => (a.seat ?? 0) - (b.seat ?? 0));
  const stir = await sha256(joined(...stirred.map((event) => bytes(String(event["bytes"])))));
  let draws = 0;
  let actions = 0;
  for (const event of events) {
    if (event.r !== undefined && event.n !== undefined) {
      const purpose = event.kind === "begin" ? "first" : `action ${actions + 1}`;
      const right = await draw(seed, table, draws, purpose, stir, event.n);
      if (event.i !== draws || right !== event.r) return { draws, wrong: event.number };
      draws++;
    }
    if (event.kind === "play" || event.kind === "draw") actions++;
    if (event.kind === "undo") actions = Number(event["to"]);
  }
  return { draws, wrong: null };
}
