/** What the page and its worker say to one another. */

import type { Answer } from "../lib/transport/transport";

/** The files that a table needs on this device, as `engine/engine.json` names them. */
export interface Inventory {
  page: string; // the script of the page that it belongs to
  pyodide: string; // the folder of Python for browsers
  lock: Record<string, string>; // what Python says of itself
  package: string; // our own sources
  files: Record<string, number>; // [path] -> bytes to load
}

/** Why the engine does not start, and what cannot be stored; each has its sentence `web.device.…`. */
export type Trouble = "wasm" | "refused" | "full" | "version" | "lost" | "broken" | "declined";

export type ToWorker =
  | { kind: "keep"; from: string; page: string } // load the files and keep them
  | { kind: "start"; from: string; page: string } // the same, then open the tables
  | { kind: "ask"; id: number; method: string; path: string; body: string | undefined; lang: string }
  | { kind: "open"; line: number; table: string; query: string }
  | { kind: "hear"; line: number; text: string }
  | { kind: "close"; line: number };

export type FromWorker =
  | { kind: "progress"; got: number; of: number } // bytes
  | { kind: "kept" }
  | { kind: "ready" }
  | { kind: "failed"; trouble: Trouble; detail: string }
  | ({ kind: "answer"; id: number } & Answer)
  | { kind: "opened"; line: number }
  | { kind: "frame"; line: number; text: string }
  | { kind: "closed"; line: number; code: number };
