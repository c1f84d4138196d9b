/** How values are drawn. */

import type { Chip, Token } from "./wire";

export type Value = Chip["values"][number];
type Colour = Token["colour"];

/** Far apart to all eyes, and each edged in its own way. */
export const PAINTS: Record<Colour, { fill: string; edge?: "line" | "dots" }> = {
  green: { fill: "#8fd07a" },
  red: { fill: "#c0281f", edge: "line" },
  blue: { fill: "#2f5fc0", edge: "dots" },
};

export const SIGNS: Record<Token["currency"], string> = { dollar: "$", pound: "£", euro: "€" };

export function isColour(value: Value): value is Colour {
  return value in PAINTS;
}
