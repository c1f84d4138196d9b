/** What jsdom lacks: media queries, animations and the scale of drawings.  Tests without a page need neither. */

globalThis.matchMedia ??= ((query: string) => ({
  matches: query.includes("reduced-motion"),
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
})) as typeof matchMedia;

if (globalThis.Element) Element.prototype.animate ??= function animate(): Animation {
  const done = { cancel: () => undefined, finish: () => undefined, play: () => undefined, pause: () => undefined };
  const animation = { ...done, currentTime: 0, finished: Promise.resolve(), onfinish: null as (() => void) | null };
  queueMicrotask(() => animation.onfinish?.());
  return animation as unknown as Animation;
};

if (globalThis.SVGGraphicsElement) SVGGraphicsElement.prototype.getScreenCTM ??= () => null;
