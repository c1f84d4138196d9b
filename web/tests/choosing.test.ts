// @vitest-environment node
import { describe, expect, it } from "vitest";
import { fitting, lit, nextPlace, touch } from "../src/lib/choosing";
import type { Choice } from "../src/lib/responses";

const action = (id: number, ...at: string[]): Choice => ({ id, say: at.join("-"), at, tell: { key: "x" } });
const walk = [action(1, "a1", "b2"), action(2, "a1", "c3"), action(3, "d4", "b2")];

describe("choosing by touch", () => {
  it("lights what may be touched next, and nothing else", () => {
    expect(lit(walk, [])).toEqual(new Set(["a1", "d4"]));
    expect(lit(walk, ["a1"])).toEqual(new Set(["b2", "c3"]));
    expect(lit([], [])).toEqual(new Set());
  });
  it("leads to an action, to more places, or to nothing", () => {
    expect(touch(walk, [], "a1")).toEqual({ chosen: ["a1"] });
    expect(touch(walk, ["a1"], "c3")).toEqual({ action: walk[1] });
    expect(touch(walk, [], "z9")).toBeNull();
  });
  it("lets one change one's mind half-way", () => {
    expect(touch(walk, ["a1"], "d4")).toEqual({ chosen: ["d4"] });
  });
  it("plays at once where one place is enough", () => {
    expect(touch([action(7, "e5"), action(8, "pass")], [], "pass")).toEqual({ action: action(8, "pass") });
  });
  it("leads on to an action, from its beginning where one has gone elsewhere", () => {
    expect([[], ["a1"], ["d4"]].map((chosen) => nextPlace(walk[0]!, chosen))).toEqual(["a1", "b2", "a1"]);
  });
  it("keeps the actions that fit", () => expect(fitting(walk, ["a1"]).map((one) => one.id)).toEqual([1, 2]));
});
