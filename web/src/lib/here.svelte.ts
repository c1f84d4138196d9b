/** What the whole page shares: language, theme, sound, and where one is. */

import { Speaker, type Catalogue, type Lang } from "./words";

const CATALOGUES: Record<Lang, () => Promise<{ default: unknown }>> = {
  fr: () => import("../../../src/ludotheque/locales/fr.json"),
  en: () => import("../../../src/ludotheque/locales/en.json"),
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

export function wantedLanguage(): Lang {
  const asked = new URLSearchParams(location.search).get("lang") ?? recall("lang");
  if (asked === "fr" || asked === "en") return asked;
  return navigator.languages.find((one) => /^(fr|en)/.test(one))?.startsWith("en") ? "en" : "fr";
}

export async function speak(lang: Lang): Promise<void> {
  const catalogue = (await CATALOGUES[lang]()).default as Catalogue;
  here.speaker = new Speaker(lang, catalogue);
  document.documentElement.lang = lang;
  remember("lang", lang);
}

/** A sentence in the language of the page. */
export function t(key: string, facts: Record<string, unknown> = {}): string {
  return here.speaker.say(key, facts);
}

export function choose(theme: Theme): void {
  here.theme = theme;
  document.documentElement.dataset["theme"] = theme;
  remember("theme", theme);
}

export function go(path: string): void {
  history.pushState(null, "", path);
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
