/** The tables of this device, in IndexedDB: what is committed is there whole, or not at all. */

import type { MyTable } from "../lib/responses";
import { Problem } from "./files";

const NAME = "ludotheque";
const VERSION = 1;

/** A table as it is listed, with what else is kept of it. */
export type Row = MyTable & Record<string, unknown>;

/** What is written at once: rows, each with the events that are new at its table. */
interface Changes {
  tables: { row: Row; events: { number: number }[] }[];
}

/** What a storage says of itself, in the words of the page. */
export function problemOf(found: unknown): Problem {
  const name = found instanceof DOMException ? found.name : "";
  if (name === "QuotaExceededError") return new Problem("full", "storage:full");
  if (name === "ConstraintError") return new Problem("refused", "storage:clash");
  if (name === "VersionError") return new Problem("version", "storage:version");
  return new Problem("refused", "storage:refused");
}

const got = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((ok, no) => {
    asked.onsuccess = () => ok(asked.result);
    asked.onerror = () => no(problemOf(asked.error));
  });

export class DeviceStore {
  private constructor(private readonly db: IDBDatabase) {}

  /** Open what this device keeps, or say why it does not. */
  static async open(): Promise<DeviceStore> {
    const asked = (() => {
      try {
        return indexedDB.open(NAME, VERSION);
      } catch (found) {
        throw problemOf(found);
      }
    })();
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("tables", { keyPath: "table" });
      asked.result.createObjectStore("events"); // by the table's name and the number
    };
    const db = await got(asked);
    db.onversionchange = () => db.close(); // a newer page must not wait for an old one
    return new DeviceStore(db);
  }

  close(): void {
    this.db.close();
  }

  private begin(mode: IDBTransactionMode): IDBTransaction {
    try {
      return this.db.transaction(["tables", "events"], mode, { durability: "strict" });
    } catch {
      throw new Problem("version", "storage:version"); // it was closed for a newer page
    }
  }

  /** Read something of a kind. */
  private read<T>(kind: "tables" | "events", what: (from: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return got(what(this.begin("readonly").objectStore(kind)));
  }

  /** Write in one transaction; whatever goes wrong in it, nothing is written. */
  private write(what: (tables: IDBObjectStore, events: IDBObjectStore) => void): Promise<void> {
    const change = this.begin("readwrite");
    return new Promise((ok, no) => {
      change.oncomplete = () => ok();
      change.onabort = () => no(problemOf(change.error));
      try {
        what(change.objectStore("tables"), change.objectStore("events"));
      } catch (found) {
        no(problemOf(found));
        change.abort();
      }
    });
  }

  /** All tables, as JSON. */
  async tables(): Promise<string> {
    return JSON.stringify(await this.rows());
  }

  async rows(): Promise<Row[]> {
    return this.read("tables", (tables) => tables.getAll() as IDBRequest<Row[]>);
  }

  /** Put a table away, or back on the shelf. */
  async putAway(table: string, away: boolean): Promise<void> {
    await this.write((tables) => {
      const row = tables.get(table) as IDBRequest<Row | undefined>;
      row.onsuccess = () => row.result && tables.put({ ...row.result, away });
    });
  }

  /** The events of a table in order, as JSON. */
  async events(table: string): Promise<string> {
    return JSON.stringify(await this.read("events", (events) => events.getAll(of(table))));
  }

  /** Write rows and append events, in one transaction; an event that is there already is a clash.  The tables that were written. */
  async commit(changes: string): Promise<string[]> {
    const wanted = JSON.parse(changes) as Changes;
    await this.write((tables, events) => {
      for (const { row, events: fresh } of wanted.tables) {
        tables.put(row);
        for (const event of fresh) events.add(event, [row.table, event.number]);
      }
    });
    return wanted.tables.map(({ row }) => row.table);
  }

  async forget(table: string): Promise<void> {
    await this.write((tables, events) => {
      tables.delete(table);
      events.delete(of(table));
    });
  }

  /** Forget every table. */
  async forgetAll(): Promise<void> {
    await this.write((tables, events) => {
      tables.clear();
      events.clear();
    });
  }
}

const of = (table: string): IDBKeyRange => IDBKeyRange.bound([table, -Infinity], [table, Infinity]);
