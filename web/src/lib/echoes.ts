/**
 * The echo of a gesture: the second click of a double click, a key that is held down, a touch that comes as
 * something else appears under the finger. None of them is meant; here they are stopped before anything hears them.
 */

const DOUBLE = 500; // milliseconds: on most systems two clicks within them are one double click
const GLANCE = 400; // milliseconds: nobody has read what appeared under the finger so short a time ago
const NEAR = 24; // pixels that a finger strays; the smallest place is nearly twice as large
const HEARS = "button, a, summary, dialog, [data-place]"; // what a click does something to
const FIELDS = "input, select, textarea";
const REPEATS = "[data-repeats]"; // what one may want many times in a row

interface Gesture {
  at: number; // when; milliseconds since the page was opened
  on: EventTarget | null;
  x: number;
  y: number;
}

const NONE: Gesture = { at: -Infinity, on: null, x: -Infinity, y: -Infinity };
let last = NONE;
let appeared = -Infinity;

/** Note that something else to choose from has appeared. */
export function renewScene(): void {
  appeared = performance.now();
}

/** Whether it is too early for a second gesture on the same spot. */
const isEarly = (at: number): boolean => at - last.at < DOUBLE || at - appeared < GLANCE;

function isSecondClick({ detail, timeStamp, clientX, clientY }: MouseEvent): boolean {
  return detail > 1 || (isEarly(timeStamp) && Math.hypot(clientX - last.x, clientY - last.y) <= NEAR);
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function hearClick(event: MouseEvent): void {
  const target = event.target as Element;
  if (event.detail === 0 || !target.closest(HEARS) || target.closest(REPEATS)) return; // of 0 clicks: by a key
  if (isSecondClick(event)) stop(event);
  else last = { ...NONE, at: event.timeStamp, x: event.clientX, y: event.clientY };
}

function hearKey(event: KeyboardEvent): void {
  const target = event.target as Element;
  if (!["Enter", " "].includes(event.key) || target.closest(REPEATS)) return;
  if (target.matches(FIELDS)) {
    if (event.repeat && event.key === "Enter" && !target.matches("textarea")) stop(event); // it would send again
  } else if (event.repeat || (target === last.on && isEarly(event.timeStamp))) stop(event);
  else last = { ...NONE, at: event.timeStamp, on: target };
}

/** Stop the echoes of gestures on the whole page; returns how to let them through again. */
export function stopEchoes(page: Window = window): () => void {
  last = NONE;
  appeared = -Infinity;
  page.addEventListener("click", hearClick, true);
  page.addEventListener("keydown", hearKey, true);
  return () => {
    page.removeEventListener("click", hearClick, true);
    page.removeEventListener("keydown", hearKey, true);
  };
}
