// @vitest-environment node
import { describe, expect, it } from "vitest";
import file from "../../tests/tables/vectors.json";
import { draw } from "../src/lib/dice";

// Numbers that JavaScript cannot hold are written as text; no die has so many faces.
const vectors = file.draw.filter((one) => typeof one.n === "number") as { seed: string; table: string; i: number; purpose: string; stir: string; n: number; r: number }[];

describe("honest dice", () => {
  it("draws the same numbers as the server", async () => {
    expect(vectors.length).toBeGreaterThan(5);
    for (const one of vectors) {
      expect(await draw(one.seed, one.table, one.i, one.purpose, one.stir, one.n)).toBe(one.r);
    }
  });
});
