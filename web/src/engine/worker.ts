/** The worker: Python for browsers, the tables' own code, and what this device keeps of them. */

import type { loadPyodide, PyodideInterface } from "pyodide";
import { bring, inventory, Problem, tidy } from "./files";
import type { FromWorker, Inventory, ToWorker, Trouble } from "./messages";
import { DeviceStore } from "./store";

const HOME = "/lib/ludotheque"; // where our sources are unpacked
const WRITTEN = "ludotheque-written"; // the channel on which tabs tell one another of their tables

/** What Python offers; `desk.py` of `ludotheque.offline` says what each does. */
interface Desk {
  ask(method: string, path: string, body: string | undefined, lang: string): Promise<string>;
  open(line: number, table: string, query: string): Promise<number>;
  hear(line: number, text: string): Promise<void>;
  close(line: number): Promise<void>;
  changed(table: string): Promise<void>;
}

const GLUE = `
import json, sys
sys.path.insert(0, "${HOME}")
from ludotheque.offline.desk import Desk

class Glue(Desk):
    async def ask(self, method, path, body, lang):
        return json.dumps(await super().ask(method, path, body, lang))

Glue(store, send)
`;

const tell = (message: FromWorker): void => postMessage(message);
const told = (got: number, of: number): void => tell({ kind: "progress", got, of });

/** The newest engine that belongs to this page. */
async function wanted(from: string, page: string): Promise<Inventory> {
  const found = await inventory(from);
  if (!found) throw new Problem("lost");
  if (page && found.page !== page) throw new Problem("version");
  return found;
}

/** Python, from our own files: what it asks for by name is there already. */
async function python(from: string, { pyodide: folder, lock }: Inventory, files: Map<string, Response>): Promise<PyodideInterface> {
  const network = globalThis.fetch;
  const indexURL = new URL(from + folder, location.href).href;
  globalThis.fetch = async (asked, how) => {
    const url = asked instanceof Request ? asked.url : String(asked);
    const path = url.startsWith(indexURL) ? folder + url.slice(indexURL.length) : "";
    const packed = files.get(`${path}.packed`);
    if (packed) return new Response(packed.body!.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": "application/wasm" } });
    return files.get(path) ?? network(asked, how);
  };
  try {
    const { loadPyodide: load } = (await import(/* @vite-ignore */ `${indexURL}pyodide.js`)) as { loadPyodide: typeof loadPyodide };
    const { default: createPyodideModule } = (await import(/* @vite-ignore */ `${indexURL}pyodide.asm.js`)) as { default: unknown };
    const lockFileContents = JSON.stringify({ info: lock, packages: {} }); // no package but ours
    const how: object = { indexURL, packageBaseUrl: indexURL, lockFileContents, createPyodideModule };
    return await load(how);
  } finally {
    globalThis.fetch = network;
  }
}

let desk: Desk | null = null;

async function start(from: string, page: string): Promise<void> {
  if (typeof WebAssembly !== "object") throw new Problem("wasm");
  const store = await DeviceStore.open();
  const list = await wanted(from, page);
  const files = await bring(from, list, told, false);
  const py = await python(from, list, files);
  py.unpackArchive(await files.get(list.package)!.arrayBuffer(), "zip", { extractDir: HOME });
  const channel = new BroadcastChannel(WRITTEN);
  py.globals.set("store", keeping(store, channel));
  py.globals.set("send", (line: number, text: string) => heard(line, text));
  desk = py.runPython(GLUE) as Desk;
  channel.onmessage = ({ data }) => void desk?.changed(String(data)); // another tab has written
  await tidy(from, list);
}

/** The store as Python sees it; other tabs hear which tables were written. */
function keeping(store: DeviceStore, channel: BroadcastChannel): object {
  return {
    tables: () => store.tables(),
    events: (table: string) => store.events(table),
    forget: (table: string) => store.forget(table),
    commit: async (changes: string) => {
      for (const table of await store.commit(changes)) channel.postMessage(table);
    },
  };
}

/** A frame goes on to the page; a table that is gone closes its line. */
function heard(line: number, text: string): void {
  if (text.startsWith('{"type": "closed"') || text.startsWith('{"type":"closed"')) {
    tell({ kind: "closed", line, code: (JSON.parse(text) as { code: number }).code });
  } else tell({ kind: "frame", line, text });
}

async function open(line: number, table: string, query: string): Promise<void> {
  tell({ kind: "opened", line });
  const code = await desk!.open(line, table, query);
  if (code !== 0) tell({ kind: "closed", line, code });
}

async function answer(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case "keep":
      await bring(message.from, await wanted(message.from, message.page), told, true);
      return tell({ kind: "kept" });
    case "start":
      await start(message.from, message.page);
      return tell({ kind: "ready" });
    case "ask": {
      const [status, type, text] = JSON.parse(await desk!.ask(message.method, message.path, message.body, message.lang)) as [number, string, string];
      return tell({ kind: "answer", id: message.id, status, type, text });
    }
    case "open":
      return open(message.line, message.table, message.query);
    case "hear":
      return desk!.hear(message.line, message.text);
    case "close":
      return desk!.close(message.line);
  }
}

/** What went wrong, as the page says it. */
function troubleOf(found: unknown): Trouble {
  return found instanceof Problem ? found.trouble : "broken";
}

const fail = (found: unknown): void => tell({ kind: "failed", trouble: troubleOf(found), detail: String(found) });

self.onmessage = ({ data }: MessageEvent<ToWorker>) => void answer(data).catch(fail);
self.onunhandledrejection = ({ reason }) => fail(reason);
