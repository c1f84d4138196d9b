/** The files of the engine: loaded once, kept by this device where it can, with a count of the bytes. */

import type { Inventory, Trouble } from "./messages";

export const KEPT = "ludotheque-engine"; // names of its files change with what is in them, except the inventory's
export const INVENTORY = "engine.json";

/** Something that the person is told. */
export class Problem extends Error {
  constructor(
    readonly trouble: Trouble,
    detail = "",
  ) {
    super(detail || trouble);
  }
}

/** Where files are kept; nowhere on an unsafe connection, or where storage is refused. */
export async function box(): Promise<Cache | null> {
  try {
    return await caches.open(KEPT);
  } catch {
    return null;
  }
}

/** The newest inventory that can be had; null where there is no engine to load. */
export async function inventory(from: string): Promise<Inventory | null> {
  try {
    const answer = await fetch(from + INVENTORY, { cache: "no-cache" });
    if (answer.ok) return (await answer.json()) as Inventory;
    if (answer.status === 404) return null;
  } catch {
    // nobody answers: what is kept is good
  }
  const kept = await (await box())?.match(from + INVENTORY);
  return kept ? ((await kept.json()) as Inventory) : null;
}

/** How many bytes are still to be loaded. */
export async function missing(from: string, { files }: Inventory): Promise<number> {
  const kept = await box();
  let sum = 0;
  for (const [path, bytes] of Object.entries(files)) if (!(await kept?.match(from + path))) sum += bytes;
  return sum;
}

/** A file from the network; each piece that comes is told. */
async function load(url: string, told: (bytes: number) => void): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(url);
  } catch {
    throw new Problem("lost");
  }
  if (!answer.ok || !answer.body) throw new Problem(answer.status === 404 ? "version" : "lost", `${url}: ${answer.status}`);
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, on) {
      told(piece.byteLength);
      on.enqueue(piece);
    },
  });
  const bytes = await new Response(answer.body.pipeThrough(counted)).blob().catch(() => {
    throw new Problem("lost");
  });
  return new Response(bytes, { headers: { "content-type": answer.headers.get("content-type") ?? "" } });
}

/** Bring every file; what is new is kept, the inventory last, so that it is all there or not at all. */
export async function bring(
  from: string,
  wanted: Inventory,
  told: (got: number, of: number) => void,
  isAsked: boolean, // whether they are to be kept, and not only used
): Promise<Map<string, Response>> {
  const kept = await box();
  const of = Object.values(wanted.files).reduce((sum, bytes) => sum + bytes, 0);
  const found = new Map<string, Response>();
  let got = 0;
  for (const [path, bytes] of Object.entries(wanted.files)) {
    let some = 0;
    let answer = await kept?.match(from + path);
    if (!answer) {
      answer = await load(from + path, (more) => told(got + Math.min((some += more), bytes), of));
      await put(kept, from + path, answer, isAsked);
    }
    found.set(path, answer);
    got += bytes;
    told(got, of);
  }
  await put(kept, from + INVENTORY, Response.json(wanted), isAsked);
  return found;
}

async function put(kept: Cache | null, url: string, answer: Response, isAsked: boolean): Promise<void> {
  try {
    await kept?.put(url, answer.clone());
  } catch {
    if (isAsked) throw new Problem("full");
  }
}

/** Throw away what belongs to no engine of today. */
export async function tidy(from: string, wanted: Inventory): Promise<void> {
  const kept = await box();
  const names = new Set([INVENTORY, ...Object.keys(wanted.files)].map((path) => new URL(from + path, location.href).href));
  for (const { url } of (await kept?.keys()) ?? []) if (!names.has(url)) await kept?.delete(url);
}
