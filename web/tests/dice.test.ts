import { describe, expect, it } from "vitest";
import file from "../../tests/tables/vectors.json";
import { check, draw } from "../src/lib/dice";

const vectors = file.draw;

describe("honest dice", () => {
  it("draws the same numbers as the server", async () => {
    expect(vectors.length).toBeGreaterThan(5);
    for (const one of vectors) {
      if (one.n > Number.MAX_SAFE_INTEGER) continue; // no die has so many faces
      expect(await draw(one.seed, one.table, one.i, one.purpose, one.stir, one.n)).toBe(one.r);
    }
  });
  it("finds a table without a seed wanting", async () => {
    expect((await check("t", [{ number: 0, at: 0, kind: "open", commitment: "00" }])).wrong).toBe(0);
  });
});
