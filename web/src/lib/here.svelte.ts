/** What the whole page shares: language, theme, sound, and where one is. */

import { Speaker, type Catalogue, type Lang } from "./words";

const CATALOGUES: Record<Lang, () => Promise<{ default: unknown }>> = {
  fr: () => import("../../../src/ludotheque/words/locales/fr.json"),
  en: () => import("../../../src/ludotheque/words/locales/en.json"),
};

export type Theme = "auto" | "light" | "dark";

class Here {
  speaker = $state.raw(new Speaker("fr", {}));
  path = $state(location.pathname);
  theme = $state<Theme>("auto");
  sound = $state(true);
  pace = $state<"calm" | "fast">("calm"); // how long bots' moves are shown
  announced = $state("");
  alerted = $state("");

  get lang(): Lang {
    return this.speaker.lang;
  }
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

export async function speaker(lang: Lang): Promise<Speaker> {
  return new Speaker(lang, (await CATALOGUES[lang]()).default as Catalogue);
}

export async function speak(lang: Lang): Promise<void> {
  here.speaker = await speaker(lang);
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

export function go(path: string, state: { sit?: boolean } | null = null): void {
  history.pushState(state, "", path);
  here.path = location.pathname;
  scrollTo(0, 0);
}

/** Tell a screen reader, politely or at once. */
export function announce(text: string, now = false): void {
  if (now) here.alerted = text;
  else here.announced = text;
}

const theme = recall("theme");
if (theme === "light" || theme === "dark") choose(theme);
here.sound = recall("sound") !== "no";
here.pace = recall("pace") === "fast" ? "fast" : "calm";
addEventListener("popstate", () => (here.path = location.pathname));
