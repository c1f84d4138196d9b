import { existsSync, readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** What only the terminal and the rules pages say: the page need not carry it. */
const ELSEWHERE = /^(arena|cli|exact|games|metric|page(?!\.(assumed|console|contested|essentials)$)|ruling|serve|setting|site|simulate|solve|verify)\./;
/** What the shelf says of a game: it comes with the sentences that all games share. */
const ON_THE_SHELF = /^[a-z-]+\.(title|about|luck|minutes)$/;
const GAMES = "../src/ludotheque/games";

type Sentence = [key: string, text: string];

const sentencesOf = (code: string): Sentence[] => Object.entries(JSON.parse(code) as Record<string, string>);

/** What the shelf says of every game in a language. */
function shelf(language: string): Sentence[] {
  const every = readdirSync(GAMES).sort().map((folder) => `${GAMES}/${folder}/locales/${language}.json`);
  const files = every.filter((file) => existsSync(file));
  return files.flatMap((file) => sentencesOf(readFileSync(file, "utf-8"))).filter(([key]) => ON_THE_SHELF.test(key));
}

const sentences: Plugin = {
  name: "sentences",
  enforce: "pre",
  transform(code, id) {
    const found = /(words|games)[\\/](?:\w+[\\/])?locales[\\/](\w+)\.json$/.exec(id);
    if (!found) return;
    const all = [...sentencesOf(code), ...(found[1] === "words" ? shelf(found[2]!) : [])];
    return JSON.stringify(Object.fromEntries(all.filter(([key]) => !ELSEWHERE.test(key))));
  },
};

/** Every text also in small, for the server to send as it is. */
const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  async writeBundle({ dir = "" }, bundle) {
    for (const name of Object.keys(bundle).filter((name) => /\.(js|css|html)$/.test(name))) {
      const text = await this.fs.readFile(`${dir}/${name}`);
      await this.fs.writeFile(`${dir}/${name}.br`, brotliCompressSync(text));
      await this.fs.writeFile(`${dir}/${name}.gz`, gzipSync(text));
    }
  },
};

/** The names of the page's own files, for who keeps it whole. */
const listed: Plugin = {
  name: "listed",
  apply: "build",
  async writeBundle({ dir = "" }, bundle) {
    const names = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
    await this.fs.writeFile(`${dir}/files.json`, JSON.stringify(names.sort()));
  },
};

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), sentences, compressed, listed],
  base: "/",
  // The page itself names its files from the root, which `ludotheque site` moves; they know one another by where they lie.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
  build: {
    outDir: "../src/ludotheque/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the policy of the page allows nothing inline
    modulePreload: { polyfill: false },
    // What the shelf needs comes in one piece: a request costs more than a few bytes too many.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shell", tags: ["$initial"] }] } } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  ...(mode === "test" ? { resolve: { conditions: ["browser"] } } : {}),
  test: { environment: "jsdom", testTimeout: 20_000 /* on a busy machine */, setupFiles: ["tests/setup.ts"], include: ["tests/**/*.test.ts"] },
}));
