/** Options: which of them a table has chosen, and their words. */

import { here, t } from "../lib/here.svelte";
import * as host from "../lib/host";
import type { Opening } from "../lib/responses";

/** The options of a table that are not as usual. */
export async function differing({ game, options }: Opening): Promise<string[]> {
  const known = (await host.games()).find((one) => one.name === game)?.options ?? [];
  return known.filter((one) => (options[one.name] ?? one.default) !== one.default).map((one) => one.name);
}

/** The words of a game's own value, else of one that several games share. */
export function valueWords(game: string, option: string, value: string): string {
  const keys = [`option.${game}.${option}.${value}`, `option.${value}`];
  const key = keys.find((one) => here.speaker.knows(one));
  return key ? t(key) : value;
}
