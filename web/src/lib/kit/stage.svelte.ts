/**
 * The stage: what an effect tells, things do, one after another, each along its way.
 *
 * A board names its parts, `{@attach stage.part("hand 3")}`, and says in a script which of them move
 * for an effect.  What stays on the board goes from where it was to where it is; what is there only
 * while it moves, such as a coin, is `passing`, and the board draws it.  Parts that no effect moves may
 * slide to where they lie now: they make room.
 *
 * In the literature: FLIP, that is first, last, invert, play (Lewis 2015).
 */

/* eslint svelte/prefer-svelte-reactivity: "off" -- only what is passing and the starts are drawn: they are replaced whole */

import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";
import { zoomOf } from "./fit";
import { lasting } from "./motion";

export interface Move<D = never> {
  thing?: string; // the part that moves; none: something that is only there while it does
  draw?: D; // what the board is to draw of that
  from?: string; // the part that it leaves; else it comes from where it was
  by?: string[]; // the parts on its way
  to?: string; // where it goes, if it does not end where it is drawn
  off?: [number, number]; // how far it goes from there, in units of the drawing
  lasts: number; // milliseconds
  next?: number; // milliseconds after which the next effect may begin, if not at the end
  wait?: number; // milliseconds after the effect has begun
  arc?: number; // how high it flies between two parts, in units of the drawing
  fades?: boolean; // it is gone at the end
}

/** Something that is only there while it moves. */
export interface Passing<D> {
  id: number;
  draw: D;
  legs: Leg[];
}

/** A part's middle on the screen, and its size where what leaves it grows or shrinks from that. */
interface Spot {
  x: number;
  y: number;
  wide?: number;
  tall?: number;
}

/** A move with its way and its time. */
interface Leg {
  way: (Spot | undefined)[]; // undefined: where the thing is drawn
  start: number;
  move: Move<unknown>;
  isLate: boolean; // it is not there before it goes: what it leaves has only just come
}

const EASE = "ease-in-out";

export class Stage<E, D = never> {
  passing = $state.raw<Passing<D>[]>([]);
  private starts = $state.raw(new Map<E, number>());
  private readonly parts = new Map<string, Element>();
  private were = new Map<string, Required<Spot>>();
  private ground: Element | undefined;
  private stood: Required<Spot> | undefined; // the ground
  private readonly running = new WeakMap<Element, Animation>();
  private readonly acted = new WeakMap<Element, E>();
  private readonly acting = new Set<Animation>();
  private planned: [move: Move<D>, start: number][] | undefined;
  private shown: readonly E[] | undefined;
  private count = 0;

  /** `effects` must be the same array for as long as nothing happens. */
  constructor(
    effects: () => readonly E[],
    private readonly script: (effect: E) => Move<D>[],
    private readonly slides = 0, // milliseconds in which parts that no effect moves go where they lie now
  ) {
    $effect.pre(() => {
      const now = effects();
      untrack(() => this.plan(now));
    });
    $effect(() => {
      effects();
      untrack(() => this.play());
    });
  }

  /** Give a part of the board its name. */
  part(name: string): Attachment<Element> {
    return (element) => {
      this.parts.set(name, element);
      return () => {
        if (this.parts.get(name) === element) this.parts.delete(name);
      };
    };
  }

  /** Name the whole board: the page may shift it, and what lies on it has not moved by that. */
  readonly whole: Attachment<Element> = (element) => {
    this.ground = element;
  };

  /** When an effect begins, in milliseconds after the first; 0 if nothing moves. */
  startOf(effect: E | undefined): number {
    return (effect && this.starts.get(effect)) ?? 0;
  }

  /** Let an element do something in its place when an effect begins, once: turn over, tumble. */
  act(effect: E | undefined, frames: Keyframe[] | PropertyIndexedKeyframes, lasts: number, easing = EASE): Attachment<Element> {
    return (element) => {
      const start = effect && this.starts.get(effect);
      if (!effect || start === undefined || this.acted.get(element) === effect) return;
      this.acted.set(element, effect);
      const act = element.animate(frames, { delay: start, duration: lasts, easing, fill: "backwards" });
      this.acting.add(act);
      act.onfinish = () => this.acting.delete(act);
    };
  }

  /** Set what is passing on its way. */
  fly({ id, legs }: Passing<D>): Attachment<Element> {
    return (element) => {
      const flight = run(element, legs, "both");
      flight.onfinish = () => (this.passing = this.passing.filter((one) => one.id !== id));
    };
  }

  /** Remember where everything is, and reckon when each effect begins: parts may ask while they are drawn. */
  private plan(effects: readonly E[]): void {
    const isFirst = this.shown === undefined;
    const isSame = this.shown === effects;
    this.shown = effects;
    if (isSame) return;
    for (const act of this.acting) act.finish(); // what is told next is seen where all that was before is done
    this.were = new Map([...this.parts].map(([name, element]) => [name, spotOf(element)]));
    this.stood = this.ground && spotOf(this.ground);
    this.planned = isFirst || lasting(1) === 0 ? undefined : [];
    const starts = new Map<E, number>();
    let start = 0;
    for (const effect of this.planned ? effects : []) {
      starts.set(effect, start);
      const moves = this.script(effect);
      for (const move of moves) this.planned?.push([move, start + (move.wait ?? 0)]);
      start += Math.max(0, ...moves.map(({ wait = 0, lasts, next = lasts }) => wait + next));
    }
    this.starts = starts;
  }

  private play(): void {
    const planned = this.planned;
    this.planned = undefined;
    if (!planned) return;
    const [dx, dy] = this.ground && this.stood ? cornerToCorner(this.stood, spotOf(this.ground)) : [0, 0];
    for (const spot of this.were.values()) Object.assign(spot, { x: spot.x - dx, y: spot.y - dy });
    const legs = new Map<string, Leg[]>();
    for (const [move, start] of planned) this.add(legs, move, start);
    for (const [name, way] of legs) this.carry(name, way);
    for (const name of this.slides > 0 ? this.parts.keys() : []) if (!legs.has(name)) this.slide(name);
  }

  private add(legs: Map<string, Leg[]>, move: Move<D>, start: number): void {
    const name = move.from ?? move.thing ?? "";
    const before = legs.get(name)?.at(-1);
    const from = before ? (before.way.at(-1) ?? this.spot(name)) : (this.were.get(name) ?? this.spot(name));
    const by = [...(move.by ?? []), ...(move.to ? [move.to] : [])].map((part) => this.spot(part));
    const way = [from, ...by.map((spot) => spot && { x: spot.x, y: spot.y })];
    if (move.thing === undefined) {
      if (move.from && !from) return; // it was not there
      const leg = { way, start, move, isLate: before !== undefined };
      this.passing = [...this.passing, { id: ++this.count, draw: move.draw as D, legs: [leg] }];
      return;
    }
    if (!move.to) way.push(undefined);
    const earlier = legs.get(move.thing) ?? [];
    const last = earlier.at(-1);
    const free = last ? last.start + last.move.lasts : 0; // it cannot be in two places
    legs.set(move.thing, [...earlier, { way, start: Math.max(start, free), move, isLate: false }]);
  }

  private carry(name: string, legs: Leg[]): void {
    const element = this.parts.get(name);
    if (element) this.set(element, () => run(element, legs, "backwards"));
  }

  private slide(name: string): void {
    const element = this.parts.get(name);
    const was = this.were.get(name);
    if (!element || !was) return;
    this.set(element, () => {
      const [dx, dy] = cornerToCorner(was, spotOf(element)).map((way) => way * unitOf(element));
      if (Math.hypot(dx!, dy!) < 1) return;
      return element.animate({ translate: [`${dx}px ${dy}px`, "0px 0px"] }, { duration: this.slides, easing: EASE });
    });
  }

  /** Set an element moving, if it does; it goes on from where it was seen. */
  private set(element: Element, animate: () => Animation | undefined): void {
    this.running.get(element)?.cancel();
    const move = animate();
    element.toggleAttribute("data-moving", move !== undefined); // above what lies still
    if (!move) return;
    this.running.set(element, move);
    move.onfinish = () => element.removeAttribute("data-moving");
  }

  private spot(name: string): Spot | undefined {
    const element = this.parts.get(name);
    return element ? spotOf(element) : this.were.get(name);
  }
}

/** Where a part is, or what in it is marked as its middle: the rest may come and go. */
function spotOf(element: Element): Required<Spot> {
  const { x, y, width, height } = (element.querySelector(":scope > [data-middle]") ?? element).getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, wide: width, tall: height };
}

/** How far one part's upper left corner lies from another's: what has grown has not moved by that. */
function cornerToCorner(to: Required<Spot>, from: Required<Spot>): [number, number] {
  return [to.x - to.wide / 2 - from.x + from.wide / 2, to.y - to.tall / 2 - from.y + from.tall / 2];
}

/** How many units of an element's drawing a pixel of the screen is. */
function unitOf(element: Element): number {
  const around = element.parentElement;
  const matrix = around instanceof SVGGraphicsElement ? around.getScreenCTM() : null;
  return 1 / (matrix ? Math.hypot(matrix.a, matrix.b) || 1 : zoomOf(element));
}

/** Move an element along its legs. */
function run(element: Element, legs: Leg[], fill: FillMode): Animation {
  const base = spotOf(element);
  const unit = unitOf(element);
  const first = Math.min(...legs.map(({ start, isLate }) => (isLate ? 0 : start)));
  const last = Math.max(...legs.map(({ start, move }) => start + move.lasts));
  const length = Math.max(1, last - first);
  const frames = legs.flatMap((leg) => framesOf(leg, base, unit).map(([time, frame]) => ({ ...frame, offset: (time - first) / length })));
  return element.animate(frames, { delay: first, duration: length, fill });
}

/** The frames of a leg, each with its time. */
function framesOf({ way, start, move, isLate }: Leg, base: Required<Spot>, unit: number): [number, Keyframe][] {
  const grows = base.wide > 0 && move.thing !== undefined;
  const [dx, dy] = move.off ?? [0, 0];
  const points = way.map((spot, i) => {
    const { x, y, wide = base.wide } = spot ?? base;
    const isEnd = i === way.length - 1;
    return { x: (x - base.x) * unit + (isEnd ? dx : 0), y: (y - base.y) * unit + (isEnd ? dy : 0), scale: grows ? wide / base.wide : 1 };
  });
  const step = move.lasts / Math.max(1, points.length - 1);
  const frame = (x: number, y: number, scale: number, opacity: number): Keyframe => {
    const place = { translate: `${x}px ${y}px`, easing: EASE };
    return { ...place, ...(grows && scale !== 1 ? { scale: String(scale) } : {}), ...(move.fades ? { opacity } : {}) };
  };
  const frames = points.flatMap(({ x, y, scale }, i): [number, Keyframe][] => {
    const at = start + i * step;
    const next = points[i + 1];
    const here: [number, Keyframe] = [at, frame(x, y, scale, next ? 1 : 0)];
    if (!next || !move.arc) return [here];
    return [here, [at + step / 2, frame((x + next.x) / 2, (y + next.y) / 2 - move.arc, (scale + next.scale) / 2, 1)]];
  });
  const [, first] = frames[0] ?? [];
  if (!isLate || !first) return frames;
  const hidden = { ...first, opacity: 0 };
  return [[0, hidden], [start, hidden], [start, { ...first, opacity: 1 }], ...frames.slice(1)];
}
