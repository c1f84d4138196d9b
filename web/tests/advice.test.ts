/** Hints: what is best, and when nothing is better than anything else. */

import { describe, expect, it } from "vitest";
import type { Choice, Hint } from "../src/lib/responses";
import { Advice } from "../src/table/advice.svelte";

const ACTIONS: Choice[] = [1, 2, 3].map((id) => ({ id, say: `a${id}`, at: [`a${id}`], tell: { key: `tell.${id}` } }));
const hint = (action: number, share: number, error: number | null): Hint => ({ action, say: "", shares: [1 - share, share], error });

function advise(...hints: Hint[]): Advice {
  const advice = new Advice();
  advice.take(hints, 1);
  return advice;
}

describe("a hint", () => {
  it("says what is best and shows it", () => {
    const advice = advise(hint(2, 0.6, 0.02), hint(3, 0.5, 0.02), hint(1, 0.4, 0.02));
    expect(advice.shown).toBe(2);
    expect(advice.sentence(ACTIONS)).toEqual({ key: "web.hint.best", facts: { what: { key: "tell.2" } } });
  });
  it("is the server's, where the other side plays against the score", () => {
    const advice = advise(hint(2, -4, 0.2), hint(1, 3, 0.2));
    expect([advice.isEven, advice.shown]).toEqual([false, 2]);
  });
  it("says so where it is exact", () => {
    expect(advise(hint(2, 0.4001, null), hint(1, 0.4, null)).sentence(ACTIONS)?.key).toBe("web.hint.best.exact");
    expect(advise(hint(1, 0.4, null), hint(2, 0.4, null)).sentence(ACTIONS)?.key).toBe("web.hint.even.exact");
  });
  it("says that all is equal within the error, and shows nothing", () => {
    const advice = advise(hint(1, 0.5, 0.03), hint(2, 0.52, 0.03));
    expect(advice.sentence(ACTIONS)).toEqual({ key: "web.hint.even" });
    expect(advice.shown).toBeUndefined();
  });
  it("shows the only choice", () => {
    const advice = advise(hint(3, 0.5, 0.03));
    expect(advice.sentence(ACTIONS)?.key).toBe("web.hint.only");
    expect(advice.shown).toBe(3);
  });
  it("shows another action to whoever asks for it, until the next hint", () => {
    const hints = [hint(2, 0.6, 0.01), hint(1, 0.2, 0.01)];
    const advice = advise(...hints);
    advice.point(hints[1]!);
    expect(advice.shown).toBe(1);
    advice.take(hints, 1);
    expect(advice.shown).toBe(2);
    advice.clear();
    expect([advice.shown, advice.sentence(ACTIONS)]).toEqual([undefined, undefined]);
  });
});
