/** How a game ended, in the game's own units. */

import { beforeAll, describe, expect, it } from "vitest";
import { french } from "./catalogues";
import { here, t } from "../src/lib/here.svelte";
import { Speaker, type Catalogue } from "../src/lib/words";
import type { Voice } from "../src/table/log";
import { inUnits, outcomeOf, reckoning } from "../src/table/outcome";

const NAMES = ["Ana", "Filou", "Zoé"];
const voice: Voice = {
  say: (words) => here.speaker.named((seat) => NAMES[seat]).tell(words),
  knows: (key) => here.speaker.knows(key),
  who: (seat) => NAMES[seat]!,
  t,
};
const people = (n: number) => Array.from({ length: n }, () => ({ name: "x" }));
const plain = (text: string) => text.replaceAll("\u202f", " ").replaceAll("\u00a0", " ");
const told = (scores: number[], winners: number[], mine: number[], game = "whist") =>
  plain(outcomeOf(game, { scores, winners }, people(scores.length), mine, voice));

beforeAll(() => {
  const own = {
    "whist.unit": "{n, plural, one {# point} other {# points}}",
    "whist.count.counted": "{rounds} des plis, {n} en main ({what})",
  };
  here.speaker = new Speaker("fr", { ...(french as Catalogue), ...own });
});

describe("the outcome", () => {
  it("says who has won by how much, to the winner, the loser and an onlooker", () => {
    expect(told([16, 13], [0], [0])).toBe("Vous gagnez, 16 points à 13 !");
    expect(told([13, 16], [1], [0])).toBe("Perdu : Filou gagne, 16 points à 13.");
    expect(told([13, 16], [1], [])).toBe("Filou gagne, 16 points à 13.");
    expect(told([13, 16, 121], [2], [0])).toBe("Perdu : Zoé gagne avec 121 points.");
  });

  it("names all who share a win", () => {
    expect(told([12, 12, 3], [0, 1], [0])).toBe("Égalité : Ana et Filou gagnent ensemble avec 12 points.");
  });

  it("counts nothing where somebody gave up", () => {
    const seats = [{ name: "Ana" }, { name: "Filou", resigned: true }];
    expect(plain(outcomeOf("whist", { scores: [3, 9], winners: [0] }, seats, [0], voice))).toBe("Vous gagnez !");
  });

  it("has a bare number where a game has no unit", () => {
    expect(inUnits("chess", 3, voice)).toBe("3");
    expect(inUnits("whist", 1, voice)).toBe("1 point");
  });

  it("tells how the points came about, where the game does", () => {
    const counted = { do: "counted", seat: 1, n: 6, rounds: 14, what: ["roi", "dame"] };
    expect(reckoning("whist", [counted, { do: "decided" }], 1, voice)).toBe("14 des plis, 6 en main (roi, dame)");
    expect(reckoning("whist", [counted], 0, voice)).toBe("");
  });
});
