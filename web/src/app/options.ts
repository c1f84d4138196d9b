/** The words of options: of a game's own value, else of one that several games share. */

import { here, t } from "../lib/here.svelte";

export function valueWords(game: string, option: string, value: string): string {
  const keys = [`option.${game}.${option}.${value}`, `option.${value}`];
  const key = keys.find((one) => here.speaker.knows(one));
  return key ? t(key) : value;
}
