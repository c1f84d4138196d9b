/** Where an address leads. */

import { base } from "../lib/site";

const PAGES = ["new", "t", "learn", "rules"] as const;

export type Route = { page: "shelf" | "me" | "nowhere"; name: "" } | { page: (typeof PAGES)[number]; name: string };

export function route(path: string): Route {
  const [first = "", name = "", ...more] = path.split("/").filter(Boolean);
  if (!first) return { page: "shelf", name: "" };
  if (first === "me" && !name) return { page: "me", name: "" };
  const page = PAGES.find((one) => one === first);
  return page && name && more.length === 0 ? { page, name } : { page: "nowhere", name: "" };
}

/** Whether a click on a link is ours to follow: a plain one, to another place of this page. */
export function isOurs(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.hasAttribute("download") || link.target !== "") return false;
  return link.origin === location.origin && link.hash !== "#main" && link.pathname.startsWith(base) && !link.pathname.startsWith("/api");
}
