/**
 * The size of a board: as large as the screen allows, and all of it in sight.
 *
 * A board is laid out at whatever width suits it, then drawn larger or smaller as a whole.  Where the
 * page says nothing of `--fit`, as on a phone held upright, it has its natural size.
 */

const [SMALLEST, LARGEST] = [0.3, 3.2]; // times the natural size
const STEPS = 9; // halvings: to a hundredth
const SPARE = 0.86; // of its height: what has become lower than that may grow again
const LEAST = 0.5; // of the screen's height, wherever on the page the board begins

/** Keep an element as large as the room that its parent has on the screen. */
export function fit(element: HTMLElement): (() => void) | undefined {
  const parent = element.parentElement;
  if (!parent || typeof ResizeObserver === "undefined" || !CSS.supports("zoom", "2")) return;
  const around = parent;
  let seen = ""; // the room that it was fitted to
  let was = 0; // how high it was then

  function look(): void {
    const room = roomOf(element, around);
    if (!room) {
      element.style.zoom = element.style.width = seen = "";
      return;
    }
    const now = `${Math.round(room.wide)} ${Math.round(room.high)}`;
    const high = heightOf(element) * Number(element.style.zoom || 1);
    if (now === seen && high <= Math.max(was, room.high) + 1 && high >= was * SPARE) return;
    settle(element, room);
    [seen, was] = [now, heightOf(element) * Number(element.style.zoom)];
  }

  const observer = new ResizeObserver(look);
  for (const one of [element, around, around.parentElement]) if (one) observer.observe(one);
  addEventListener("resize", look);
  look();
  return () => {
    observer.disconnect();
    removeEventListener("resize", look);
  };
}

interface Room {
  wide: number;
  high: number;
}

/** What there is for the board, in pixels of its parent; none where it is to have its natural size. */
function roomOf(element: HTMLElement, parent: HTMLElement): Room | null {
  const style = getComputedStyle(parent);
  if (style.getPropertyValue("--fit").trim() !== "1") return null;
  const pixels = (name: string) => parseFloat(style.getPropertyValue(name)) || 0;
  const zoom = zoomOf(parent);
  const begins = parent.closest("[data-begins]") ?? parent; // a board that stays while one scrolls does not say
  const top = (begins.getBoundingClientRect().top + scrollY) / zoom + pixels("padding-top");
  const screen = innerHeight / zoom;
  const below = pixels("padding-bottom") + pixels("--below");
  return {
    wide: parent.clientWidth - pixels("padding-left") - pixels("padding-right"),
    high: Math.max(screen - top - below, screen * LEAST - pixels("padding-top") - below),
  };
}

/** The largest size at which a board fits, found by halving: drawn larger, it has less room to lie in. */
function settle(element: HTMLElement, room: Room): void {
  let [fits, large] = [SMALLEST, LARGEST];
  for (let i = 0; i < STEPS; i++) {
    const size = (fits + large) / 2;
    draw(element, room, size);
    if (heightOf(element) * size <= room.high && element.scrollWidth <= element.clientWidth) fits = size;
    else large = size;
  }
  draw(element, room, fits);
}

function draw(element: HTMLElement, room: Room, size: number): void {
  element.style.zoom = String(size);
  element.style.width = `${room.wide / size}px`;
}

/** How high a board is, in its own pixels; on a low screen what is marked as the rest may lie below. */
function heightOf(element: HTMLElement): number {
  const isLow = getComputedStyle(element).getPropertyValue("--rest").trim() === "below";
  const rest = isLow ? element.querySelector("[data-rest]") : null;
  if (!rest) return element.offsetHeight;
  const [top, low] = [element.getBoundingClientRect().top, rest.getBoundingClientRect().top];
  return (low - top) / zoomOf(element);
}

/** How much larger than laid out an element is drawn. */
export function zoomOf(element: Element): number {
  return "currentCSSZoom" in element ? Number(element.currentCSSZoom) : 1;
}
