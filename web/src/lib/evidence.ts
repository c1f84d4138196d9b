/** The log of a finished game, checked in the browser: against itself, and against what the page saw. */

import { bytes, commitment, draw, hex, hmac, joined, sha256, utf8 } from "./dice";
import type { Happened } from "./responses";
import { compact, type Seen } from "./seen";

/** An event of a log, and its text as it is hashed. */
export interface Logged {
  text: string;
  number: number;
  at: number;
  kind: string;
  seat: number | null;
  body: Record<string, unknown>;
  aside: Record<string, unknown>;
}

/** What does not hold: the key of a sentence, and where. */
export interface Wrong {
  key: string;
  n: number; // of the event, or of the seat
}

export interface Verdict {
  draws: number;
  stirred: number; // seats whose bytes are in the dice
  compared: number; // events that this page saw
  since: number; // the last event of which it was only told; -1: it saw the whole game
  dropped: number[]; // seats of this page whose bytes were left out
  late: boolean; // whether it came when the game was over
  chain: string; // the hash of the end of the game, as `ludotheque verify` says it
  anew: boolean; // whether the log was chained anew by a newer version
  wrong: Wrong | null;
}

class Found extends Error {
  constructor(readonly wrong: Wrong) {
    super(wrong.key);
  }
}

function need(holds: boolean, what: string, n: number): void {
  if (!holds) throw new Found({ key: `web.wrong.${what}`, n });
}

const LINE = /^# ([0-9a-f]{32}) (\[.*[\]}])$/;

/** Where the canonical text of a line ends: at its first space that is not within quotes. */
function split(line: string): [string, string] {
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === "\\") i++;
    else if (line[i] === '"') quoted = !quoted;
    else if (line[i] === " " && !quoted) return [line.slice(0, i), line.slice(i + 1)];
  }
  return [line, ""];
}

/** The events of a `.play` file, whose hashes must fit, and the hash of the end. */
export async function readLog(file: string): Promise<{ events: Logged[]; chain: string }> {
  const lines = file.split("\n");
  const begin = lines.indexOf("# log") + 1;
  const end = lines.indexOf("# seen");
  need(begin > 0, "log", 0);
  const events: Logged[] = [];
  let head = new Uint8Array(32);
  let chain = "";
  for (const line of lines.slice(begin, end < 0 ? undefined : end)) {
    if (line === "") continue;
    const found = LINE.exec(line);
    need(found !== null, "log", events.length);
    const [text, beside] = split(found?.[2] ?? "");
    const [number, at, kind, seat, body] = JSON.parse(text) as [number, number, string, number | null, Logged["body"]];
    head = bytes(await sha256(joined(head, utf8(text))));
    need(number === events.length && hex(head.buffer).startsWith(found?.[1] ?? "?"), "chain", events.length);
    if (kind === "end" || kind === "abandon") chain = hex(head.buffer);
    events.push({ text, number, at, kind, seat, body, aside: beside ? (JSON.parse(beside) as Logged["aside"]) : {} });
  }
  need(lines.includes(`chain: ${chain}`) && chain !== "", "chain", events.length - 1);
  return { events, chain };
}

const salted = (salt: unknown, words: string) => sha256(joined(bytes(String(salt)), utf8(words)));

/** Names, and sealed choices, are what was chained of them. */
async function checkSalted({ body, aside, kind, number }: Logged): Promise<void> {
  if ((kind === "sit" || kind === "call") && "name" in aside) need((await salted(aside["salt"], String(aside["name"]))) === body["who"], "name", number);
  if (kind === "seal") need((await salted(aside["salt"], String(aside["a"]))) === body["seal"], "seal", number);
}

/** What was sealed is what is played in the end. */
async function checkSeals(events: Logged[]): Promise<void> {
  const lying = new Map<number | null, unknown>();
  for (const event of events) {
    await checkSalted(event);
    if (event.kind === "seal") lying.set(event.seat, event.body["seal"]);
    if (event.kind === "unseal") lying.delete(event.seat);
    if (event.kind === "play" && lying.has(event.seat)) {
      need((await salted(event.body["salt"], String(event.body["a"]))) === lying.get(event.seat), "seal", event.number);
      lying.delete(event.seat);
    }
  }
}

/** [seat] -> what whoever sits there promised; nobody comes or goes once the first has stirred. */
function promisedBy(events: Logged[]): Map<number, unknown> {
  let promised = new Map<number, unknown>();
  for (const { kind, seat, body } of events) {
    if (kind === "sit") promised.set(seat ?? -1, body["promise"]);
    if (kind === "leave") promised.delete(seat ?? -1);
    if (kind === "fewer") promised = new Map((body["seats"] as number[]).map((old, now) => [now, promised.get(old)]));
  }
  return promised;
}

/** The bytes of all seats, each as it was promised; who promised and did not stir is named. */
async function stirredBy(events: Logged[]): Promise<Map<number, string>> {
  const promised = promisedBy(events);
  const shown = new Map<number, string>();
  for (const { kind, seat, body, number } of events) {
    if (kind === "entropy") {
      need((await sha256(bytes(String(body["bytes"])))) === promised.get(seat ?? -1), "bytes", number);
      shown.set(seat ?? -1, String(body["bytes"]));
    }
    if (kind === "begin") {
      const silent = [...promised].filter(([one, promise]) => promise !== undefined && !shown.has(one)).map(([one]) => one);
      need(compact(body["silent"]) === compact(silent.sort((a, b) => a - b)), "silent", number);
    }
  }
  return shown;
}

/** Draw every number again; how many there were. */
async function checkDraws(table: string, seed: string, events: Logged[], shown: Map<number, string>): Promise<number> {
  const order = [...shown].sort(([a], [b]) => a - b);
  const stir = await sha256(joined(...order.map(([, one]) => bytes(one))));
  let draws = 0;
  let actions = (events[0]?.body["brought"] as number[] | undefined)?.length ?? 0; // on the board already
  for (const { kind, body, number } of events) {
    if (body["r"] !== undefined || kind === "draw") {
      const purpose = kind === "begin" ? "first" : `action ${actions + 1}`;
      const right = await draw(seed, table, draws, purpose, stir, Number(body["n"]));
      need(body["i"] === draws && body["r"] === right && (kind === "draw" || body["first"] === right), "draw", number);
      draws++;
    }
    if (kind === "play" || kind === "draw") actions++;
    if (kind === "undo") actions = Number(body["to"]);
  }
  return draws;
}

/** All that anybody may ever have been shown of an event. */
async function shownOf(event: Logged, table: string, seed: string): Promise<Record<string, unknown>> {
  const { number, at, kind, seat, body, aside } = event;
  const facts = { number, at, kind, ...(seat === null ? {} : { seat }) };
  if (!["play", "draw", "seal"].includes(kind)) return { ...facts, ...body, ...aside };
  const { a, ...rest } = { ...body, ...aside };
  const salt = (await hmac(seed, utf8(`${table}/salt/${number}`))).slice(0, 32);
  return { seal: await salted(salt, String(a)), ...facts, ...rest, action: a };
}

const ERASABLE = ["name", "salt", "names"];

/** Whether an event was shown as it stands in the log; a name that was erased since, by its hash. */
async function agrees(saw: Happened, whole: Record<string, unknown>): Promise<boolean> {
  for (const [name, value] of Object.entries(saw)) {
    if (compact(whole[name] ?? null) === compact(value)) continue;
    if (!ERASABLE.includes(name)) return false;
    if ((saw.kind === "sit" || saw.kind === "call") && ("name" in whole || (await salted(saw["salt"], String(saw["name"]))) !== whole["who"])) return false;
    if (saw.kind === "open" && !(await agreeNames(saw["names"], whole["names"], whole["kept"]))) return false;
  }
  return true;
}

async function agreeNames(then: unknown, now: unknown, kept: unknown): Promise<boolean> {
  if (!Array.isArray(then) || !Array.isArray(now) || !Array.isArray(kept)) return false;
  for (const [i, one] of (then as ([string, string] | null)[]).entries()) {
    const left: unknown = now[i];
    if (compact(left ?? null) === compact(one)) continue;
    if (left !== null || one === null || (await salted(one[1], one[0])) !== kept[i]) return false;
  }
  return true;
}

/** Hold the log against what the page saw with its own eyes; the seats whose bytes were left out. */
async function checkSeen(seen: Seen, events: Logged[], seed: string, shown: Map<number, string>): Promise<number[]> {
  if (seen.differs !== null) need(false, "seen", seen.differs);
  for (const saw of seen.events) {
    if (!saw) continue;
    const event = events[saw.number];
    need(event !== undefined && (await agrees(saw, await shownOf(event, seen.table, seed))), "seen", saw.number);
  }
  const dropped: number[] = [];
  const promised = promisedBy(events);
  for (const [seat, mine] of Object.entries(seen.stirred)) {
    const theirs = shown.get(Number(seat));
    const promise = await sha256(bytes(mine));
    if (promised.get(Number(seat)) !== promise) need(false, "mine", Number(seat) + 1);
    if (theirs === undefined) dropped.push(Number(seat));
    else need(theirs === mine, "mine", Number(seat) + 1);
  }
  return dropped;
}

/** Check the log of a finished game: the chain, the dice, the seals, and what this page saw. */
export async function judge(table: string, file: string, seen: Seen, told: string | undefined): Promise<Verdict> {
  const verdict: Verdict = { draws: 0, stirred: 0, compared: 0, since: seen.since ?? -1, late: false, dropped: [], chain: "", anew: false, wrong: null };
  try {
    const { events, chain } = await readLog(file);
    verdict.chain = chain;
    const [opened] = events;
    const ended = events.findLast(({ kind }) => kind === "end" || kind === "abandon");
    const seed = String(ended?.body["seed"] ?? "");
    verdict.late = verdict.since >= (ended?.number ?? Infinity);
    const shown = new Map(events.filter(({ kind }) => kind === "entropy").map(({ seat, body }) => [seat ?? -1, String(body["bytes"])]));
    verdict.dropped = await checkSeen(seen, events, seed, shown);
    verdict.compared = seen.events.filter((event) => event !== undefined).length;
    need(told === undefined || told === chain, "chain", ended?.number ?? 0);
    need(opened?.body["table"] === table && (await commitment(table, seed)) === opened.body["commitment"], "commitment", 0);
    verdict.stirred = (await stirredBy(events)).size;
    await checkSeals(events);
    verdict.draws = await checkDraws(table, seed, events, shown);
    verdict.anew = opened?.body["before"] !== undefined;
  } catch (problem) {
    verdict.wrong = problem instanceof Found ? problem.wrong : { key: "web.wrong.log", n: 0 };
  }
  return verdict;
}
