/** A browser's notice that it is one's turn: only if one has asked for it, and looks elsewhere. */

import { recall, remember } from "./here.svelte";

export const canNotify = "Notification" in globalThis;

export function wantsNotice(): boolean {
  return canNotify && recall("notify") === "yes" && Notification.permission === "granted";
}

/** Ask the browser; whether it agrees. */
export async function askNotice(wanted: boolean): Promise<boolean> {
  const agreed = wanted && canNotify && (await Notification.requestPermission()) === "granted";
  remember("notify", agreed ? "yes" : "no");
  return agreed;
}

export function notice(title: string, body: string): void {
  if (wantsNotice() && document.hidden) new Notification(title, { body, icon: "/icon.svg" });
}
