/**
 * Sentences: `{name}`, `{n, plural, one {…} other {…}}`, `{x, select, a {…} other {…}}`, and
 * `{seat, who}`: a seat, or several, counted from 1, by the name of whoever sits there;
 * `{seat, name}`: the same counted from 0. Where there are several, `{names, list, and}`,
 * `{seats, who, or}` and `{seats, name, and}` say the last with a word before it.
 */

import type { Words } from "./responses";

export type Facts = Record<string, unknown>;

export type Lang = "fr" | "en";
export type Catalogue = Record<string, string>;
/** What a seat, counted from 0, is called; nothing where it has no name. */
export type Names = (seat: number) => string | undefined;

/** The end of the braces that open at `start`. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === "{") depth++;
    if (text[i] === "}" && --depth === 0) return i;
  }
  return text.length;
}

/** The forms of a plural or a choice, by name. */
function forms(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  let i = 0;
  for (let start = text.indexOf("{", i); start >= 0; start = text.indexOf("{", i)) {
    const end = closing(text, start);
    found[text.slice(i, start).trim()] = text.slice(start + 1, end);
    i = end + 1;
  }
  return found;
}

/** `one` or `other`; in French zero is singular too. */
function plural(n: number, lang: Lang): string {
  return n === 1 || (lang === "fr" && n === 0) ? "one" : "other";
}

export class Speaker {
  constructor(
    readonly lang: Lang,
    readonly catalogue: Catalogue,
    private readonly names?: Names,
  ) {}

  /** The same speaker at a table where seats have names. */
  named(names: Names): Speaker {
    return new Speaker(this.lang, this.catalogue, names);
  }

  knows(key: string): boolean {
    return key in this.catalogue;
  }

  /** The sentence under a key, filled in; a key nobody knows is shown as it is. */
  say(key: string, facts: Facts = {}): string {
    const text = this.catalogue[key];
    return text === undefined ? key : this.fill(text, facts);
  }

  tell(words: Words | undefined): string {
    return words ? this.say(words.key, words.facts) : "";
  }

  private fill(text: string, facts: Facts, number?: unknown): string {
    let out = "";
    for (let i = 0; i < text.length; i++) {
      if (text[i] === "{") {
        const end = closing(text, i);
        out += this.argument(text.slice(i + 1, end), facts);
        i = end;
      } else {
        out += text[i] === "#" && number !== undefined ? this.plain(number) : text[i];
      }
    }
    return out;
  }

  private argument(text: string, facts: Facts): string {
    const [name = "", kind = "", word = ""] = text.split(",", 3).map((part) => part.trim());
    const value = facts[name];
    if (!kind) return this.plain(value);
    const each: unknown[] = Array.isArray(value) ? value : [value];
    if (kind === "list") return this.joined(each.map((one) => this.plain(one)), word);
    if (kind === "who") return this.joined(each.map((one) => this.who(Number(one) - 1)), word);
    if (kind === "name") return this.joined(each.map((one) => this.who(Number(one))), word);
    const choices = forms(text.slice(text.indexOf(",", text.indexOf(",") + 1) + 1));
    const wanted = kind === "plural" ? plural(Number(value), this.lang) : String(value);
    const form = choices[`=${String(value)}`] ?? choices[wanted] ?? choices["other"] ?? "";
    return this.fill(form, facts, kind === "plural" ? value : undefined);
  }

  /** A seat, counted from 0. */
  private who(seat: number): string {
    return this.names?.(seat) || this.say("who.seat", { seat: seat + 1 });
  }

  /** Things one after another, the last after a word: `and`, `or`. */
  private joined(items: string[], word: string): string {
    if (!word || items.length < 2) return items.join(", ");
    return this.say(`list.${word}`, { first: items.slice(0, -1).join(", "), last: items.at(-1) });
  }

  private plain(value: unknown): string {
    if (Array.isArray(value)) return value.map((one) => this.plain(one)).join(", ");
    if (value !== null && typeof value === "object" && "key" in value) return this.tell(value as Words);
    return String(value ?? "");
  }
}
