/** The tokens, their values and the faces of the die, as they are drawn and said. */

import { t } from "../../lib/here.svelte";

export const TOKENS = 27;
export const POOL = 6; // the holder of what was not dealt
export const NAMING = 5; // the phase in which players are named

export type Shape = "triangle" | "circle" | "square";
export const VALUES = ["green", "red", "blue", "triangle", "circle", "square", "dollar", "pound", "euro"] as const;
export const LETTERS = "grbtcsdpe"; // of the nine values
export const SIGNS = ["$", "£", "€"];
export const COLOURS = ["#8fd07a", "#c0281f", "#2f5fc0"]; // far apart to all eyes
const EDGES = [undefined, "line", "dots"] as const; // and how each is edged
const TRAITS = ["colour", "figure", "currency"];

/** The three values of a token. */
export function values(token: number): [number, number, number] {
  return [Math.floor(token / 9), 3 + (Math.floor(token / 3) % 3), 6 + (token % 3)];
}

/** `gtd`: a token by its name. */
export function code(token: number): string {
  return values(token)
    .map((value) => LETTERS[value])
    .join("");
}

function word(value: number): string {
  return t(`rafletout.value.${VALUES[value]}`);
}

/** What some tokens of a value are called. */
function bearing(value: number, n: number): string {
  return t(`rafletout.bearing.${VALUES[value]}`, { n });
}

/** To take all tokens of a value, or of two. */
export function takingAll([first = 0, second]: number[]): string {
  if (second === undefined) return t("rafletout.tell.all", { value: bearing(first, 9) });
  return t("rafletout.tell.pair", { first: bearing(first, 9), second: bearing(second, 9) });
}

export function tokenWords(token: number): string {
  const [colour, figure, currency] = values(token).map(word);
  return t("rafletout.token", { colour, figure, currency });
}

/** `all r+b`: the values that a place takes whole. */
export function valuesOf(place: string): number[] {
  if (!place.startsWith("all ")) return [];
  return [...place.slice(4)].map((letter) => LETTERS.indexOf(letter)).filter((value) => value >= 0);
}

/** The edge that tells a colour without its colour. */
export function edgeOf(colour: number): { edge?: "line" | "dots" } {
  const edge = EDGES[colour];
  return edge ? { edge } : {};
}

export interface Face {
  kind: string; // as the die names it
  n: number;
  value: number; // of "take", else -1
  trait: number; // of "all-of" and "all-of-two", else -1
  again: boolean;
}

/** A face by its name: `take 2 triangle again`, `all-of colour`, `rob one`, `sweep #2`. */
export function faceOf(name: string): Face {
  const plain = name.replace(/ #\d+$/, "");
  const [kind = "", first = "", second = "", last = ""] = plain.split(" ");
  const face = { kind: plain, n: 0, value: -1, trait: -1, again: last === "again" };
  if (kind === "take") {
    const value = VALUES.findIndex((one) => one === second);
    return { ...face, kind, n: Number(first), value };
  }
  if (kind.startsWith("all-of")) return { ...face, kind, trait: TRAITS.indexOf(first) };
  return face;
}

export function faceWords({ kind, n, value, trait, again }: Face): string {
  if (kind === "take") {
    return t("rafletout.face.take", { n, value: bearing(value, n), again: again ? "yes" : "no" });
  }
  if (kind === "all-of") return t("rafletout.face.all_of", { trait: TRAITS[trait] });
  if (kind === "all-of-two") return t("rafletout.face.all_of_two", { trait: TRAITS[trait] });
  return t(`rafletout.face.${kind.replace(" ", "_")}`);
}

/** The places that a face asks to choose among: values of one trait, or pairs of them. */
export function trayOf(face: Face | null): string[] {
  if (!face || face.trait < 0) return [];
  const three = [...LETTERS.slice(face.trait * 3, face.trait * 3 + 3)];
  if (face.kind === "all-of") return three.map((letter) => `all ${letter}`);
  return three.map((letter) => `all ${three.filter((other) => other !== letter).join("+")}`);
}
