// @vitest-environment node
import { describe, expect, it } from "vitest";
import { english, french } from "./catalogues";
import { Speaker, type Lang } from "../src/lib/words";

const CATALOGUES = { fr: french, en: english } as Record<Lang, Record<string, string>>;

describe("sentences", () => {
  const fr = new Speaker("fr", { plural: "{n, plural, =0 {rien} one {# jeton} other {# jetons}}", pick: "{who, select, she {elle} other {iel}}", deep: "{n, plural, one {{name} seul} other {{name} et #}}", list: "{all}" });
  const en = new Speaker("en", { plural: "{n, plural, one {# token} other {# tokens}}" });

  it("counts as the language does: in French zero is singular", () => {
    expect([1, 2].map((n) => fr.say("plural", { n }))).toEqual(["1 jeton", "2 jetons"]);
    expect([0, 1, 2].map((n) => en.say("plural", { n }))).toEqual(["0 tokens", "1 token", "2 tokens"]);
  });
  it("takes an exact form before the plural", () => expect(fr.say("plural", { n: 0 })).toBe("rien"));
  it("chooses, nests, and joins lists and sentences within sentences", () => {
    expect(fr.say("pick", { who: "she" }) + fr.say("pick", { who: "x" })).toBe("elleiel");
    expect(fr.say("deep", { n: 3, name: "Ana" })).toBe("Ana et 3");
    expect(fr.say("list", { all: ["a", { key: "plural", facts: { n: 2 } }] })).toBe("a, 2 jetons");
  });
  it("calls a seat by its name where names are known, and else by its number", () => {
    const speaker = new Speaker("fr", { "who.seat": "Joueur {seat}", one: "{seat, who} relance.", zero: "{seat, name} et {seats, name}", many: "({seats, who})", deep: "{words}" });
    const named = speaker.named((seat) => ["Zoé", "{seat}", ""][seat]);
    expect(speaker.say("one", { seat: 1 })).toBe("Joueur 1 relance.");
    expect(named.say("one", { seat: 1 })).toBe("Zoé relance.");
    expect(named.say("zero", { seat: 0, seats: [1, 2] })).toBe("Zoé et {seat}, Joueur 3");
    expect(named.say("many", { seats: [1, 2, 3] })).toBe("(Zoé, {seat}, Joueur 3)");
    expect(named.say("deep", { words: { key: "one", facts: { seat: 1 } } })).toBe("Zoé relance.");
  });
  it("says the last of several after its word", () => {
    const speaker = new Speaker("fr", { "who.seat": "Joueur {seat}", "list.and": "{first} et {last}", "list.or": "{first} ou {last}", all: "{names, list, and} / {seats, who, or} / {seats, name, and}" });
    expect(speaker.say("all", { names: ["a", "b", "c"], seats: [1, 2] })).toBe("a, b et c / Joueur 1 ou Joueur 2 / Joueur 2 et Joueur 3");
    expect(speaker.say("all", { names: ["a"], seats: [1] })).toBe("a / Joueur 1 / Joueur 2");
  });

  it("shows a key that nobody knows as it is", () => expect(fr.say("nope")).toBe("nope"));
  it("fills every sentence of the catalogues without a brace left", () => {
    for (const lang of ["fr", "en"] as const) {
      const speaker = new Speaker(lang, CATALOGUES[lang]);
      for (const key of Object.keys(CATALOGUES[lang])) {
        const text = speaker.say(key, { n: 2 });
        if (!/option|help|cli|\{\}/.test(key)) expect(text, key).not.toMatch(/\{\w+, (plural|select|who|name|list)/);
      }
    }
  });
});
