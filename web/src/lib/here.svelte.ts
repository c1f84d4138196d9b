/** What the whole page shares: language, theme, sound, and where one is. */

import { renewScene } from "./echoes";
import { words } from "./host";
import { hrefOf, placeOf } from "./site";
import { Speaker, type Catalogue, type Lang } from "./words";

const CATALOGUES: Record<Lang, () => Promise<{ default: unknown }>> = {
  fr: () => import("../../../src/ludotheque/words/locales/fr.json"),
  en: () => import("../../../src/ludotheque/words/locales/en.json"),
};

/** The sentences of each game, by the path of its folder. */
const OWN = import.meta.glob<{ default: unknown }>("../../../src/ludotheque/games/*/locales/*.json");
let asked: string[] = []; // games whose sentences are here or on their way
let known: string[] = []; // those whose sentences are here

export type Theme = "auto" | "light" | "dark";
export type Pace = "slow" | "usual" | "fast";

class Here {
  speaker = $state.raw(new Speaker("fr", {}));
  path = $state(placeOf(location.pathname)); // within the page, wherever that lies
  theme = $state<Theme>("auto");
  sound = $state<boolean | null>(null); // null: nobody has said so far
  pace = $state<Pace>("usual"); // how long what happens is shown
  throws = $state(true); // whether one's own dice wait for one's hand
  isQuiet = $state(false); // whether messages of others are hidden
  announced = $state("");
  alerted = $state("");
  lang = $derived<Lang>(this.speaker.lang); // more sentences of the same language change nothing that hangs on it
}

export const here = new Here();

/** What is remembered on this device; without storage the page works all the same. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`ludotheque.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`ludotheque.${key}`, value);
  } catch {
    return; // cookies and storage are refused
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(`ludotheque.${key}`);
  } catch {
    return;
  }
}

/** All that is remembered here of somebody's tables and name; how the page looks and speaks stays. */
export function forgetAll(): void {
  const LOOK = ["lang", "theme", "sound", "pace"].map((key) => `ludotheque.${key}`);
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith("ludotheque.") && !LOOK.includes(key)) localStorage.removeItem(key);
    }
  } catch {
    return;
  }
}

const isLang = (text: string | null): text is Lang => text === "fr" || text === "en";

/** The language that the address asks for, whether or not the page speaks it. */
export const askedLanguage = (): string | null => new URLSearchParams(location.search).get("lang");

/** Whether the address asks for a language that the page does not speak. */
export function isForeign(): boolean {
  const asked = askedLanguage();
  return asked !== null && !isLang(asked);
}

/** The language of the address, else that of last time, else the browser's. */
export function wantedLanguage(): Lang {
  for (const wish of [askedLanguage(), recall("lang")]) if (isLang(wish)) return wish;
  return navigator.languages.find((one) => /^(fr|en)/.test(one))?.startsWith("en") ? "en" : "fr";
}

/** Where the sentences of a game lie: its folder is named as in Python, a keyword with an underscore behind. */
function pathOf(game: string, lang: Lang): string | undefined {
  const named = (path: string) => /games\/(\w+?)_*\/locales/.exec(path)?.[1]?.replaceAll("_", "-");
  return Object.keys(OWN).find((path) => named(path) === game && path.endsWith(`/${lang}.json`));
}

/** The sentences of a game; those of one that the page was not built with come from the server. */
async function own(game: string, lang: Lang): Promise<Catalogue> {
  const found = OWN[pathOf(game, lang) ?? ""];
  return found ? ((await found()).default as Catalogue) : words(game, lang);
}

/** A speaker with the sentences that all games share, and those of the games at hand. */
export async function speaker(lang: Lang): Promise<Speaker> {
  const games = asked.map((game) => own(game, lang));
  const [common, ...others] = await Promise.all([CATALOGUES[lang](), ...games]);
  return new Speaker(lang, Object.assign({}, common.default, ...others) as Catalogue);
}

/** Whether the page can say what a game says. */
export const hasWords = (game: string): boolean => known.includes(game);

/** Bring the sentences of a game; where they do not come, it is worth trying again. */
export async function bringWords(game: string): Promise<void> {
  if (hasWords(game)) return;
  const lang = here.lang;
  asked = [...asked, game];
  try {
    const words = await own(game, lang);
    if (here.lang !== lang) return bringWords(game); // another language was chosen meanwhile
    here.speaker = new Speaker(lang, { ...here.speaker.catalogue, ...words });
    known = [...known, game];
  } catch (problem) {
    asked = asked.filter((one) => one !== game);
    throw problem;
  }
}

export async function speak(lang: Lang): Promise<void> {
  let games: string[] | null = null;
  while (games !== asked) {
    games = asked; // one more may be asked for while the language comes
    here.speaker = await speaker(lang);
  }
  document.documentElement.lang = lang;
  remember("lang", lang);
}

/** A sentence in the language of the page. */
export function t(key: string, facts: Record<string, unknown> = {}): string {
  return here.speaker.say(key, facts);
}

/** Wear a theme: `paper.css` says what it means. */
export function choose(theme: Theme): void {
  here.theme = theme;
  document.documentElement.dataset["theme"] = theme;
  remember("theme", theme);
}

/** Go to a place of the page. */
export function go(path: string, state: { sit?: boolean } | null = null): void {
  history.pushState(state, "", hrefOf(path));
  here.path = placeOf(location.pathname);
  renewScene();
  scrollTo(0, 0);
}

/** Tell a screen reader, politely or at once. */
export function announce(text: string, now = false): void {
  if (now) here.alerted = text;
  else here.announced = text;
}

const theme = recall("theme");
if (theme === "light" || theme === "dark") choose(theme);
const sound = recall("sound");
here.sound = sound === null ? null : sound === "yes";
here.isQuiet = recall("quiet") === "yes";
const pace = recall("pace");
if (pace === "slow" || pace === "fast") here.pace = pace;
here.throws = recall("throws") !== "no";
addEventListener("popstate", () => (here.path = placeOf(location.pathname)));
