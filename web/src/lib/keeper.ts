/** The keeper of the page's files, `public/offline.js`, or that of a folder of files. */

import { base, isSite } from "./site";

/** Let it keep the whole page, and wait until it has; whether it has. A folder of files is kept whole from the first visit. */
export async function keepPage(): Promise<boolean> {
  const keeper = await navigator.serviceWorker?.getRegistration(base).catch(() => undefined);
  if (!keeper) return false; // browsers offer one only on safe connections
  const { active } = await navigator.serviceWorker.ready;
  if (isSite) return true;
  return new Promise((ok) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => ok(data === true);
    active?.postMessage("keep", [port2]);
  });
}
