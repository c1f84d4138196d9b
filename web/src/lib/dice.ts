/** The dice of a table, drawn again in the browser without knowing a rule. */

const WORD = 8n;

export function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
}

export function hex(data: ArrayBuffer): string {
  return Array.from(new Uint8Array(data), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const utf8 = (text: string) => new TextEncoder().encode(text);

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

async function keyOf(seed: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

export async function hmac(seed: string, text: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(await crypto.subtle.sign("HMAC", await keyOf(seed), text));
}

export async function draw(
  seed: string,
  table: string,
  i: number,
  purpose: string,
  stir: string,
  n: number,
): Promise<number> {
  const key = await keyOf(seed);
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
