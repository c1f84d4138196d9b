/** The shell of the page, kept by `public/offline.js` for when there is no connection. */

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
    await navigator.serviceWorker.register("/offline.js");
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
    active?.postMessage(shellOf(loaded, location.origin));
  } catch {
    return; // storage is refused: the page works, but only with a connection
  }
}
