/** All sentences, those of every game too, whether or not the page carries them. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Catalogue, Lang } from "../src/lib/words";

const PACKAGE = "../src/ludotheque";

function merged(lang: Lang): Catalogue {
  const folders = ["words", ...readdirSync(`${PACKAGE}/games`).map((name) => `games/${name}`)];
  const files = folders.map((folder) => `${PACKAGE}/${folder}/locales/${lang}.json`).filter(existsSync);
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, "utf-8")) as Catalogue)) as Catalogue;
}

export const french = merged("fr");
export const english = merged("en");
