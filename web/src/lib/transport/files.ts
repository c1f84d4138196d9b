/** What never changes of a folder of files: the games and their rules, beside the page, which has their sentences. */

import { hrefOf } from "../site";
import type { Answer } from "./transport";

/** Whether all files are on this device: what does not come then is nowhere. */
const isKept = (): boolean => Boolean(navigator.serviceWorker?.controller);

/** The file that holds what a server would answer: `/api/games`, or `/api/games/NAME/rules?lang=fr`. */
export function fileOf(path: string): string {
  const [, name, lang] = /^\/api\/games\/([^/]+)\/rules\?lang=(\w+)$/.exec(path) ?? [];
  return name ? `/data/${name}.${lang}.md` : "/data/games.json";
}

export async function readFile(path: string): Promise<Answer> {
  const file = fileOf(path);
  const answer = await fetch(hrefOf(file)).catch((found: unknown) => {
    if (!isKept()) throw found;
    return new Response(null, { status: 404 });
  });
  return { status: answer.status, type: file.endsWith(".json") ? "application/json" : "text/markdown", text: await answer.text() };
}
