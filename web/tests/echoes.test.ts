/** One gesture does one thing. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renewScene, stopEchoes } from "../src/lib/echoes";

let heard: string[] = [];
let listen: () => void;
let now = 0;

beforeEach(() => {
  document.body.innerHTML = `
    <button id="play">play</button><button id="other">other</button>
    <div data-repeats><button id="on">on</button></div>
    <form><input id="line" /><label><input id="tick" type="checkbox" />tick</label></form>
    <p id="plain">plain</p><g id="spot" data-place="a1"></g>`;
  heard = [];
  now = 10_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  listen = stopEchoes();
  for (const kind of ["click", "keydown"]) document.body.addEventListener(kind, note);
});

afterEach(() => {
  listen();
  for (const kind of ["click", "keydown"]) document.body.removeEventListener(kind, note);
  vi.restoreAllMocks();
});

const note = (event: Event): void => void heard.push(`${(event.target as Element).id} ${event.type}`);

function send(id: string, event: Event, at: number): boolean {
  now = at;
  Object.defineProperty(event, "timeStamp", { value: at });
  return document.getElementById(id)!.dispatchEvent(event);
}

const click = (id: string, at: number, more: MouseEventInit = {}): boolean =>
  send(id, new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: 100, clientY: 100, ...more }), at);
const press = (id: string, at: number, more: KeyboardEventInit = {}): boolean =>
  send(id, new KeyboardEvent("keydown", { bubbles: true, cancelable: true, key: "Enter", ...more }), at);

it("the second click of a double click is not heard, however the system counts", () => {
  expect(click("play", 10_000)).toBe(true);
  expect(click("play", 10_900, { detail: 2 })).toBe(false); // a slow one, by the system's own measure
  expect(click("spot", 10_300, { clientX: 110 })).toBe(false); // a finger is counted as one each time
  expect(heard).toEqual(["play click"]);
});

it("a second click a moment later is heard, and so is one elsewhere at once", () => {
  click("play", 10_000);
  click("play", 10_501);
  click("other", 10_550, { clientX: 144 });
  expect(heard).toEqual(["play click", "play click", "other click"]);
});

it("whatever has just appeared under the finger does not hear it yet", () => {
  click("play", 10_000);
  now = 10_800;
  renewScene(); // an answer comes late
  click("other", 10_850);
  click("other", 11_199);
  expect(heard).toEqual(["play click"]);
  click("other", 11_200);
  expect(heard).toEqual(["play click", "other click"]);
});

it("what has just appeared elsewhere is heard at once", () => {
  click("play", 10_000);
  now = 10_030;
  renewScene();
  click("other", 10_040, { clientY: 160 });
  expect(heard).toEqual(["play click", "other click"]);
});

it("a click that waited while the page was busy counts from when it was made", () => {
  click("play", 10_000);
  now = 10_600;
  renewScene();
  now = 10_700;
  expect(click("other", 10_200)).toBe(false);
});

it("a held key is heard once", () => {
  press("play", 10_000);
  for (let at = 10_500; at < 13_000; at += 30) expect(press("play", at, { repeat: true })).toBe(false);
  expect(heard).toEqual(["play keydown"]);
});

it("a key pressed twice is heard once, and again a moment later or elsewhere", () => {
  press("spot", 10_000, { key: " " });
  press("spot", 10_200);
  press("other", 10_300);
  press("other", 10_900);
  expect(heard).toEqual(["spot keydown", "other keydown", "other keydown"]);
});

it("other keys are none of its business", () => {
  for (const key of ["Tab", "ArrowLeft", "x"]) for (const at of [10_000, 10_010]) press("play", at, { key, repeat: at > 10_000 });
  expect(heard).toHaveLength(6);
});

it("fields are written in as ever, but a held Enter sends once", () => {
  for (const at of [10_000, 10_020, 10_040]) press("line", at, { key: " ", repeat: at > 10_000 });
  press("line", 10_100);
  press("line", 10_150);
  expect(press("line", 10_200, { repeat: true })).toBe(false);
  for (const at of [10_300, 10_310]) click("tick", at);
  expect(heard).toEqual([...Array(5).fill("line keydown"), "tick click", "tick click"]);
});

it("a click by a key or a script is heard: the key was counted already", () => {
  for (const at of [10_000, 10_010]) click("play", at, { detail: 0 });
  expect(heard).toEqual(["play click", "play click"]);
});

it("what one wants many times in a row is heard each time", () => {
  for (const at of [10_000, 10_050, 10_100]) click("on", at, { detail: 2 });
  for (const at of [10_200, 10_230]) press("on", at, { repeat: true });
  expect(heard).toHaveLength(5);
});
