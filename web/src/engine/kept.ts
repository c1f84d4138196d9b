/** The list of this device's tables, read and tidied without starting Python. */

import type { MyTable } from "../lib/responses";
import { DeviceStore } from "./store";

/** Do something with what is kept; where nothing can be, there is nothing. */
async function withStore<T>(otherwise: T, what: (store: DeviceStore) => Promise<T>): Promise<T> {
  if (!("indexedDB" in globalThis)) return otherwise;
  const store = await DeviceStore.open().catch(() => null);
  try {
    return store ? await what(store) : otherwise;
  } finally {
    store?.close();
  }
}

/** The tables of this device, the newest first, those put away as well. */
export const lines = (): Promise<MyTable[]> =>
  withStore([], async (store) => (await store.rows()).sort((a, b) => b.made - a.made));

/** Put a table away, or back on the shelf. */
export const putAway = (table: string, away: boolean): Promise<void> => withStore(undefined, (store) => store.putAway(table, away));

/** Forget every table of this device. */
export const forgetAll = (): Promise<void> => withStore(undefined, (store) => store.forgetAll());
