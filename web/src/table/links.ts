/** Links to a table: to sit down there, or to go on from another device. */

import * as host from "../lib/host";

const HAND = "hand."; // before a code that hands over a seat

/** What the part of an address behind its sign says. */
export interface Fragment {
  code: string;
  hand: boolean; // whether the code hands over a seat
  bytes?: string; // with which that seat stirs the dice
}

export function readFragment(hash: string): Fragment {
  const text = hash.replace(/^#/, "");
  if (!text.startsWith(HAND)) return { code: text, hand: false };
  const [code = "", bytes] = text.slice(HAND.length).split(".");
  return { code, hand: true, ...(bytes ? { bytes } : {}) };
}

/** Where others reach this page: in the house's network, if its tables are open to it. */
export async function origin(): Promise<string> {
  const home = isLocal() ? await host.home().catch(() => null) : null;
  return home?.url ?? location.origin;
}

/** Whether who opens such a link elsewhere comes to their own machine. */
export const isLocal = (url = location.origin): boolean => /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(:|$)/.test(url);

export const inviteLink = (from: string, table: string, code: string | null): string => `${from}/t/${table}${code ? `#${code}` : ""}`;

export const handLink = (from: string, table: string, code: string, bytes?: string): string =>
  `${from}/t/${table}#${HAND}${code}${bytes ? `.${bytes}` : ""}`;
