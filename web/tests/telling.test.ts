/** What is told goes away by itself. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { here } from "../src/lib/here.svelte";
import { Telling } from "../src/table/telling.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("stays for some seconds, is read out, and goes", () => {
  const telling = new Telling();
  telling.tell("No.", "XY12");
  expect([telling.sentence, telling.ruling, here.alerted]).toEqual(["No.", "XY12", "No."]);
  vi.advanceTimersByTime(5900);
  expect(telling.sentence).toBe("No.");
  vi.advanceTimersByTime(200);
  expect([telling.sentence, telling.ruling, here.alerted]).toEqual(["", "", ""]);
});

it("stays longer if there is more to read, and each sentence has its own time", () => {
  const telling = new Telling();
  telling.tell("No.");
  vi.advanceTimersByTime(5000);
  telling.tell("x".repeat(200));
  vi.advanceTimersByTime(11_000);
  expect(telling.sentence).not.toBe("");
  vi.advanceTimersByTime(1100);
  expect(telling.sentence).toBe("");
});
