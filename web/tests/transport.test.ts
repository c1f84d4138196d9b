/** Who is asked: the server, this device, or a file beside the page. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { FromWorker, Inventory, ToWorker } from "../src/engine/messages";
import { problemOf } from "../src/engine/store";
import { fileOf } from "../src/lib/transport/files";

const INVENTORY: Inventory = { page: "", pyodide: "p/", lock: {}, package: "l.zip", files: { "p/a": 4_000_000, "l.zip": 500_000 } };
const json = (value: unknown) => new Response(JSON.stringify(value), { headers: { "content-type": "application/json" } });

/** A worker that does what the test tells it. */
class Worker {
  static all: Worker[] = [];
  heard: ToWorker[] = [];
  isOver = false;
  private ears: Record<string, ((event: { data?: FromWorker }) => void)[]> = {};

  constructor() {
    Worker.all.push(this);
  }

  addEventListener(kind: string, ear: (event: { data?: FromWorker }) => void): void {
    (this.ears[kind] ??= []).push(ear);
  }

  postMessage(message: ToWorker): void {
    this.heard.push(message);
    if (message.kind === "start") this.say({ kind: "ready" });
    if (message.kind === "ask") this.say({ kind: "answer", id: message.id, status: 200, type: "application/json", text: `{"table":"~${message.path}"}` });
    if (message.kind === "open") {
      this.say({ kind: "opened", line: message.line });
      this.say({ kind: "frame", line: message.line, text: '{"type":"news","number":3,"events":[],"mine":[0]}' });
    }
  }

  say(data: FromWorker): void {
    for (const ear of this.ears["message"] ?? []) ear({ data });
  }

  crash(): void {
    for (const ear of this.ears["error"] ?? []) ear({});
  }

  terminate(): void {
    this.isOver = true;
  }
}

let asked: string[] = [];
let isThere = true;
const rest = () => new Promise((ok) => setTimeout(ok, 5));

beforeEach(() => {
  [asked, isThere, Worker.all] = [[], true, []];
  vi.resetModules();
  vi.stubGlobal("Worker", Worker);
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    if (path.endsWith("engine.json")) return Promise.resolve(json(INVENTORY));
    return isThere ? Promise.resolve(json(path.includes("/mine") ? [] : { table: "served" })) : Promise.reject(new TypeError("gone"));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.innerHTML = "";
});

async function load(site?: string) {
  if (site !== undefined) document.head.innerHTML = `<meta name="ludotheque-site" content="${site}">`;
  const host = await import("../src/lib/host");
  const { device } = await import("../src/lib/transport/device.svelte");
  return { host, device };
}

/** Say yes or no as soon as it is asked. */
async function decide(device: { phase: string; answer: (yes: boolean) => void }, yes: boolean): Promise<void> {
  await vi.waitFor(() => expect(device.phase).toBe("asking"));
  device.answer(yes);
}

describe("with a server", () => {
  test("tables are laid there, and nothing else is started", async () => {
    const { host } = await load();
    expect(await host.lay({})).toEqual({ table: "served" });
    await host.moment("abc", 3, 0);
    expect(asked).toEqual(["/api/tables", "/api/tables/abc/at/3?seat=0"]);
    expect(Worker.all).toEqual([]);
  });

  test("tables whose names say so live on this device all the same", async () => {
    const { host, device } = await load();
    const answer = host.moment("~abc", 3, 0);
    await decide(device, true);
    expect(await answer).toEqual({ table: "~/api/tables/~abc/at/3?seat=0" });
    expect(asked).toEqual(["/engine/engine.json"]);
  });

  test("when it is gone, tables are laid on this device, and there again when it is back", async () => {
    const { host, device } = await load();
    isThere = false;
    const laid = host.lay({ game: "x" });
    await decide(device, true);
    expect(await laid).toEqual({ table: "~/api/tables" });
    expect(host.hasServer()).toBe(false);
    isThere = true;
    await host.games();
    expect(await host.lay({})).toEqual({ table: "served" });
  });

  test("what it refuses is not laid on this device instead", async () => {
    const { host } = await load();
    vi.stubGlobal("fetch", () => Promise.resolve(new Response('{"code":"busy","key":"refused.busy"}', { status: 429, headers: { "content-type": "application/json" } })));
    await expect(host.lay({})).rejects.toMatchObject({ status: 429, problem: { code: "busy" } });
    expect(Worker.all).toEqual([]);
  });
});

describe("in a folder of files", () => {
  test("games and rules are files under its base, and no server is ever asked", async () => {
    const { host, device } = await load("/jeux/");
    await host.games();
    await host.rules("chess", "fr");
    expect([await host.lobby(), await host.mine(), await host.album()]).toEqual([[], [], []]);
    expect((await host.home()).switch).toBe(false);
    const laid = host.lay({});
    await decide(device, true);
    await laid;
    expect(asked).toEqual(["/jeux/data/games.json", "/jeux/data/chess.fr.md", "/jeux/engine/engine.json"]);
    expect(Worker.all[0]?.heard[0]).toMatchObject({ kind: "start", from: "/jeux/engine/" });
  });

  test("places are written from the root and found again under the base", async () => {
    await load("/jeux/");
    const { hrefOf, placeOf } = await import("../src/lib/site");
    expect(hrefOf("/t/~a?coup=3")).toBe("/jeux/t/~a?coup=3");
    expect(placeOf("/jeux/t/~a")).toBe("/t/~a");
    expect(placeOf("/jeux/")).toBe("/");
  });
});

describe("this device", () => {
  test("says how much it loads, and whoever says no is told what that means", async () => {
    const { host, device } = await load();
    const answer = host.openFile("x", "x.play");
    await vi.waitFor(() => expect(device.phase).toBe("asking"));
    expect(device.of).toBe(4_500_000);
    device.answer(false);
    await expect(answer).rejects.toMatchObject({ problem: { key: "web.device.declined" } });
    expect(Worker.all).toEqual([]);
    const again = host.openFile("x", "x.play"); // one may think better of it
    await decide(device, true);
    await again;
  });

  test("a line hears what its table says, and is cut when the worker breaks", async () => {
    const { host, device } = await load("/");
    const heard: unknown[] = [];
    const ears = { people: () => undefined, chat: () => undefined, state: (state: string) => heard.push(state), closed: (code: number) => heard.push(code), failed: () => undefined };
    const line = new host.Line("~a", 0, { ...ears, news: ({ number }) => heard.push(number) });
    await decide(device, true);
    await rest();
    const [worker] = Worker.all;
    expect(heard).toEqual(["open", 3]);
    expect(worker?.heard.slice(1).map(({ kind }) => kind)).toEqual(["open", "hear"]);
    void line.request(0, { do: "hint" }).catch(() => heard.push("refused"));
    worker?.crash();
    await rest();
    expect(heard).toEqual(["open", 3, "lost", "refused"]);
    expect(worker?.isOver).toBe(true);
    line.close();
  });

  test("a line is closed for good where tables cannot be opened", async () => {
    const { host, device } = await load("/");
    const codes: number[] = [];
    const quiet = { news: () => undefined, people: () => undefined, chat: () => undefined, state: () => undefined, failed: () => undefined };
    new host.Line("~a", 0, { ...quiet, closed: (code) => codes.push(code) });
    await decide(device, false);
    await vi.waitFor(() => expect(codes).toEqual([host.UNAVAILABLE]));
  });

  test.each(["wasm", "refused", "full", "version", "lost", "broken"] as const)("what fails with %s has its sentence", async (trouble) => {
    vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker) {
      this.say({ kind: "failed", trouble, detail: "" });
    });
    const { host, device } = await load();
    const answer = host.openFile("x", "x.play");
    await Promise.all([decide(device, true), expect(answer).rejects.toMatchObject({ problem: { key: `web.device.${trouble}` } })]);
    expect(device.phase).toBe("off");
    vi.restoreAllMocks();
  });
});

test("every answer that never changes has its file", () => {
  expect(fileOf("/api/games")).toBe("/data/games.json");
  expect(fileOf("/api/games/chess/rules?lang=en")).toBe("/data/chess.en.md");
});

test("what a storage refuses is told apart", () => {
  const trouble = (name: string) => problemOf(new DOMException("", name)).trouble;
  expect(["QuotaExceededError", "VersionError", "SecurityError"].map(trouble)).toEqual(["full", "version", "refused"]);
});
