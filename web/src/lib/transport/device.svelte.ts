/** This device: the tables' own code in a worker, which is started when the first of them is asked for. */

import { inventory, missing } from "../../engine/files";
import type { FromWorker, ToWorker, Trouble } from "../../engine/messages";
import { keepPage } from "../keeper";
import { Refusal } from "../refusal";
import { hrefOf } from "../site";
import type { Answer, Hearer, Transport, Wire } from "./transport";

const SMALL = 1_000_000; // bytes that are loaded without a question
const UNAVAILABLE = 4503; // the code with which a line is closed when there is no engine
const CUT = 1006; // and when it has broken

/** How far the engine is: `asking` whether it may be loaded, or being loaded. */
export type Phase = "off" | "asking" | "loading" | "ready";

const refusal = (trouble: Trouble): Refusal => new Refusal({ code: trouble, key: `web.device.${trouble}` });

/** The script that this page is made of, by which an engine of the same version is known; none while one works on it. */
const ownScript = (): string => /\/assets\/([^/]+)$/.exec(document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? "")?.[1] ?? "";

class Device implements Transport {
  phase = $state<Phase>("off");
  got = $state(0); // bytes
  of = $state(0); // bytes in all; while asking, those to be loaded
  trouble = $state.raw<Refusal | null>(null); // why it did not start
  private worker: Worker | null = null;
  private starting: Promise<void> | null = null;
  private decide: (yes: boolean) => void = () => undefined;
  private next = 0;
  private asked = new Map<number, { ok: (answer: Answer) => void; no: (why: Refusal) => void }>();
  private lines = new Map<number, Hearer>();

  private readonly from = hrefOf("/engine/");

  /** How many bytes are to be loaded before one can play here; null where there is no engine. */
  async missing(): Promise<number | null> {
    const found = await inventory(this.from);
    return found && missing(this.from, found);
  }

  /** Whether one can play here without loading anything. */
  async isKept(): Promise<boolean> {
    return this.phase === "ready" || (await this.missing().catch(() => null)) === 0;
  }

  /** Load everything and keep it, for when there is no connection. */
  async keep(): Promise<void> {
    await this.work({ kind: "keep", from: this.from, page: ownScript() });
    await navigator.storage?.persist?.().catch(() => false);
    if (!(await keepPage())) throw refusal("lost");
  }

  /** The person's answer to whether the engine may be loaded. */
  answer(yes: boolean): void {
    this.decide(yes);
  }

  private ready(): Promise<void> {
    this.starting ??= this.start().catch((found: unknown) => {
      this.stop();
      this.trouble = found instanceof Refusal ? found : refusal("broken");
      throw this.trouble;
    });
    return this.starting;
  }

  private async start(): Promise<void> {
    this.trouble = null;
    const size = await this.missing();
    if (size === null) throw refusal("lost");
    if (size > SMALL && !(await this.allowed(size))) throw refusal("declined");
    await this.work({ kind: "start", from: this.from, page: ownScript() });
    this.phase = "ready";
    void keepPage(); // it is needed wherever the games are
  }

  private allowed(size: number): Promise<boolean> {
    this.of = size;
    this.phase = "asking";
    return new Promise((ok) => (this.decide = ok));
  }

  /** Let the worker load something, and tell how far it is. */
  private async work(message: ToWorker): Promise<void> {
    const before = this.phase;
    const worker = this.hired();
    [this.got, this.of, this.phase] = [0, 0, "loading"];
    await new Promise<void>((ok, no) => {
      const hear = ({ data }: MessageEvent<FromWorker>): void => {
        if (data.kind === "progress") [this.got, this.of] = [data.got, data.of];
        else if (data.kind === "kept" || data.kind === "ready") ok();
        else if (data.kind === "failed") no(refusal(data.trouble));
      };
      worker.addEventListener("message", hear);
      worker.addEventListener("error", () => no(refusal("broken")), { once: true });
      worker.postMessage(message);
    }).finally(() => (this.phase = before === "ready" ? "ready" : "off"));
  }

  private hired(): Worker {
    if (this.worker) return this.worker;
    if (typeof Worker === "undefined") throw refusal("wasm");
    const worker = new Worker(new URL("../../engine/worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => this.hear(data));
    worker.addEventListener("error", () => this.stop());
    return (this.worker = worker);
  }

  private hear(message: FromWorker): void {
    if (message.kind === "answer") {
      this.asked.get(message.id)?.ok(message);
      this.asked.delete(message.id);
    } else if (message.kind === "opened") this.lines.get(message.line)?.open();
    else if (message.kind === "frame") this.lines.get(message.line)?.frame(message.text);
    else if (message.kind === "closed") this.cut(message.line, message.code);
    else if (message.kind === "failed" && this.phase === "ready") this.stop();
  }

  private cut(line: number, code: number): void {
    const hearer = this.lines.get(line);
    this.lines.delete(line);
    hearer?.close(code);
  }

  /** Everything ends; what is stored is stored, and the next question starts anew. */
  private stop(): void {
    this.worker?.terminate();
    [this.worker, this.starting, this.phase] = [null, null, "off"];
    for (const { no } of this.asked.values()) no(refusal("broken"));
    this.asked.clear();
    for (const line of [...this.lines.keys()]) this.cut(line, CUT);
  }

  async ask(method: string, path: string, body?: string): Promise<Answer> {
    await this.ready();
    return new Promise((ok, no) => {
      const id = this.next++;
      this.asked.set(id, { ok, no });
      this.tell({ kind: "ask", id, method, path, body, lang: document.documentElement.lang });
    });
  }

  open(table: string, query: string, hearer: Hearer): Wire {
    const line = this.next++;
    let isClosed = false;
    const begin = (): void => {
      if (isClosed) return;
      this.lines.set(line, hearer);
      this.tell({ kind: "open", line, table, query });
    };
    this.ready().then(begin, () => isClosed || hearer.close(UNAVAILABLE));
    const isOpen = (): boolean => this.lines.has(line);
    return {
      get isOpen() {
        return isOpen();
      },
      send: (text) => this.tell({ kind: "hear", line, text }),
      close: () => {
        isClosed = true;
        if (this.lines.delete(line)) this.tell({ kind: "close", line });
      },
    };
  }

  private tell(message: ToWorker): void {
    this.worker?.postMessage(message);
  }
}

export const device = new Device();
