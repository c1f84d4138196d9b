/** The shell of the page, kept by `public/offline.js` for when there is no connection. */

import { base, hrefOf, isSite } from "../lib/site";
import { update } from "../lib/update.svelte";

/** What of the loaded resources is good without a server: the page itself, the games and their rules. */
export function shellOf(loaded: string[], origin: string): string[] {
  const ours = loaded.map((name) => new URL(name, origin)).filter((url) => url.origin === origin);
  const kept = ours.filter((url) => !url.pathname.startsWith("/api") || url.pathname.startsWith("/api/games"));
  return [...new Set(kept.map((url) => url.pathname + url.search))];
}

/** Start the keeper, and name what was loaded before it listened. Browsers offer it only on safe connections. */
export async function keepShell(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    const keeper = await navigator.serviceWorker.register(hrefOf("/offline.js"), { scope: base });
    if (isSite) watch(keeper);
    const { active } = await navigator.serviceWorker.ready;
    if (isSite) active?.postMessage("tidy");
    else active?.postMessage(shellOf(performance.getEntriesByType("resource").map((entry) => entry.name), location.origin));
  } catch {
    return; // storage is refused: the page works, but only with a connection
  }
}

/** Offer a new version as soon as all of it is here; until then, and until it is wanted, this one stays whole. */
function watch(keeper: ServiceWorkerRegistration): void {
  const offer = (fresh: ServiceWorker | null): void => {
    if (fresh?.state === "installed" && navigator.serviceWorker.controller) update.take = () => renew(fresh);
  };
  offer(keeper.waiting);
  keeper.addEventListener("updatefound", () => {
    const fresh = keeper.installing;
    fresh?.addEventListener("statechange", () => offer(fresh));
  });
}

/** Change to a new version: tables are stored, and open again where they were. */
function renew(fresh: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  fresh.postMessage("update");
}
