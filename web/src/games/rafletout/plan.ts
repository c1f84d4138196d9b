/** Where everything lies, in pixels, for the width there is: around the die, or one below another. */

import { HOLE } from "./lying";

export interface Area {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Mat extends Area {
  holder: number;
  isBare?: boolean; // no room for a name
}

/** The middle of a token, and the square it may be touched in. */
export interface Rest {
  x: number;
  y: number;
  size: number;
  holder: number;
}

export interface Plan {
  isWide: boolean; // names stand above the tokens, else beside them
  label: number; // how wide a name beside them may be
  height: number;
  mats: Mat[];
  tokens: Rest[]; // [token]
  die: Area;
  words: Area;
  tray: Area;
}

const HEAD = 38; // the line with the name, above
const LABEL = 59; // or the column with the name, beside: six fingers fit next to it on a phone
const LABELS = 116; // with room to spare
const PAD = 4;
const GAP = 12;
const FINGER = 44;
const LARGE = 60; // a token with room to spare
const FOOT = 46; // a row of chips, or the pool
const CHIPS = 64; // a row of chips with room to spare
const CENTRE = 264; // the least width that the die and its words need

/** How many lie in a row, and how large: as large as the room allows, but never too small for a finger. */
function grid(n: number, w: number, h: number): { per: number; size: number; tall: number } {
  const most = Math.max(1, Math.floor(w / FINGER));
  let per = Math.min(most, Math.max(1, Math.floor(w / LARGE)));
  const size = (): number => Math.min(LARGE, Math.floor(w / per));
  const rows = (): number => Math.max(1, Math.ceil(n / per));
  while (per < most && rows() * size() > h) per++;
  return { per, size: size(), tall: rows() * size() };
}

/** `slots`: [holder] -> the tokens in the order in which they lie; `pool` holds what was not dealt. */
export function plan(width: number, players: number, me: number, slots: number[][], pool: number, chips: number): Plan {
  const others = Array.from({ length: players - 1 }, (_, i) => (me + 1 + i) % players);
  const count = (holder: number): number => slots[holder]?.length ?? 0;
  const isWide = width >= 700;
  const nowhere: Area = { x: 0, y: 0, w: 0, h: 0 };
  const mats: Mat[] = [];
  const tokens: Rest[] = [];
  const label = Math.min(LABELS, Math.max(LABEL, width - 9 * FINGER));
  const out: Plan = { isWide, label, height: 0, mats, tokens, die: nowhere, words: nowhere, tray: nowhere };

  if (isWide) around();
  else below();
  return out;

  function lay(holder: number, per: number, size: number, x: number, y: number, pitch = size): void {
    slots[holder]?.forEach((token, i) => {
      if (token === HOLE) return;
      const column = i % per;
      const row = Math.floor(i / per);
      tokens[token] = { x: x + size / 2 + column * pitch, y: y + (row + 0.5) * size, size, holder };
    });
  }

  /** Mats side by side, equally tall. */
  function row(holders: number[], y: number, least: number, places: { x: number; w: number }[]): number {
    const fit = (i: number, tall: number) => grid(count(holders[i]!), places[i]!.w - 2 * PAD, tall - HEAD - PAD);
    const h = Math.max(least, ...holders.map((_, i) => HEAD + fit(i, least).tall + PAD));
    holders.forEach((holder, i) => {
      const { x, w } = places[i]!;
      const { per, size } = fit(i, h);
      mats.push({ holder, x, y, w, h });
      lay(holder, per, size, x + PAD, y + HEAD);
    });
    return h;
  }

  function equal(n: number): { x: number; w: number }[] {
    const w = (width - (n - 1) * GAP) / n;
    return Array.from({ length: n }, (_, i) => ({ x: i * (w + GAP), w }));
  }

  /** The left neighbour on the left, then clockwise; who looks sits below. */
  function around(): void {
    const across = others.slice(1, -1);
    const line = HEAD + LARGE + PAD;
    const top = across.length > 0 ? row(across, 0, line, equal(across.length)) + GAP : 0;
    const centre = Math.max(CENTRE, (width - 2 * GAP) / 3);
    const w = (width - centre - 2 * GAP) / 2;
    const sides = [others[0]!, others.at(-1)!];
    const r = players === 3 ? 60 : 54;
    const isPooled = players > 3 || count(pool) > 0;
    const block = 2 * r + GAP + CHIPS + (isPooled ? FOOT + GAP : 0); // with or without chips: nothing else moves
    const h = row(sides, top, Math.max(block, HEAD + 2 * LARGE + PAD), [{ x: 0, w }, { x: width - w, w }]);
    const x = w + GAP;
    const y = top + (h - block) / 2;
    const right = x + 2 * r + 16;
    const lead = chips > 0 ? 0 : (GAP + CHIPS) / 2;
    out.die = { x: x + 4, y: y + lead, w: 2 * r, h: 2 * r };
    out.words = { x: right, y: y + lead, w: x + centre - right, h: 2 * r };
    out.tray = { x, y: y + 2 * r + GAP, w: centre, h: CHIPS };
    if (isPooled) heap({ x, y: y + block - FOOT, w: centre, h: FOOT });
    const mine = top + h + GAP;
    out.height = mine + row([me], mine, line, [{ x: 0, w: width }]) + 4;
  }

  function below(): void {
    const r = 40;
    const right = 2 * r + 12;
    const foot = 2 * r + 4 - FOOT;
    const isFooted = chips > 0 || count(pool) > 0;
    const room = width - right;
    const tray = count(pool) > 0 ? Math.min(room - 2 * FINGER, 150) : room;
    out.die = { x: 2, y: 0, w: 2 * r, h: 2 * r };
    out.words = { x: right, y: 0, w: room, h: isFooted ? foot - 2 : 2 * r };
    out.tray = { x: width - tray, y: foot, w: tray, h: FOOT };
    if (count(pool) > 0) heap({ x: right, y: foot, w: room - (chips > 0 ? tray + 6 : 0), h: FOOT });
    let y = 2 * r + 12;
    for (const holder of [...others, me]) {
      const { per, size, tall } = grid(count(holder), width - label - 3, FINGER);
      mats.push({ holder, x: 0, y, w: width, h: tall + 6 });
      lay(holder, per, size, label, y + 3);
      y += tall + 6 + 5;
    }
    out.height = y;
  }

  /** What was not dealt: one row, one over another where there is little room. */
  function heap({ x, y, w, h }: Area): void {
    const isBare = w < LABEL + 3 * FINGER;
    const left = isBare ? 1 : LABEL + 12;
    const n = count(pool);
    mats.push({ holder: pool, x, y, w, h, isBare });
    lay(pool, Math.max(1, n), FINGER, x + left, y + 1, Math.min(FINGER, (w - left - FINGER - 1) / Math.max(1, n - 1)));
  }
}
