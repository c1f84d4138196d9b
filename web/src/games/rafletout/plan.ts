/** Where everything lies, in pixels, for the width there is: around the die, or one below another. */

import { members } from "../../lib/kit/bits";
import { POOL, TOKENS } from "./toy";

export interface Mat {
  holder: number;
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Plan {
  wide: boolean;
  width: number;
  height: number;
  mats: Mat[];
  tokens: { x: number; y: number; size: number; holder: number }[]; // [token]
  die: { x: number; y: number; r: number };
  words: { x: number; y: number; w: number; middle: boolean };
  tray: { x: number; y: number; w: number };
}

export const HEAD = 34; // the line with the name
export const CHIP = 54; // what a value to take whole is tall
const PAD = 8;
const GAP = 12;
const FINGER = 44;

interface Sized {
  holder: number;
  per: number;
  size: number;
  w: number;
  h: number;
}

function sized(holder: number, count: number, w: number, pitch: number, least: number): Sized {
  const per = Math.max(1, Math.floor((w - 2 * PAD) / pitch));
  const size = Math.min(54, (w - 2 * PAD) / per);
  const rows = Math.max(least, Math.ceil(count / per));
  return { holder, per, size, w, h: Math.max(FINGER, HEAD + rows * size + PAD) };
}

export function plan(width: number, players: number, me: number, held: number[], chips: number): Plan {
  const sets = Array.from({ length: POOL + 1 }, (_, i) => members(held[i] ?? 0, TOKENS));
  const count = (holder: number): number => sets[holder]!.length;
  const others = Array.from({ length: players - 1 }, (_, i) => (me + 1 + i) % players);
  const pooled = players > 3 || count(POOL) > 0;
  const tray = Math.ceil(chips / 3) * (CHIP + 8);
  const out: Plan = {
    wide: width >= 640,
    width,
    height: 0,
    mats: [],
    tokens: Array.from({ length: TOKENS }, () => ({ x: width / 2, y: 0, size: FINGER, holder: POOL })),
    die: { x: 0, y: 0, r: 0 },
    words: { x: 0, y: 0, w: 0, middle: false },
    tray: { x: 0, y: 0, w: 0 },
  };
  function put(mat: Sized, x: number, y: number): void {
    out.mats.push({ holder: mat.holder, x, y, w: mat.w, h: mat.h });
    sets[mat.holder]!.forEach((token, i) => {
      const column = i % mat.per;
      const row = Math.floor(i / mat.per);
      out.tokens[token] = {
        x: x + PAD + (column + 0.5) * mat.size,
        y: y + HEAD + (row + 0.5) * mat.size,
        size: mat.size,
        holder: mat.holder,
      };
    });
  }
  if (out.wide) around();
  else below();
  return out;

  /** Left neighbour on the left, clockwise; who looks sits below. */
  function around(): void {
    const w = (width - 2 * GAP) / 3;
    const seat = (holder: number): Sized =>
      sized(holder, count(holder), w, count(holder) > 12 ? FINGER : 50, players < 5 ? 2 : 1);
    const side = Math.floor(others.length / 2);
    const left = others.slice(0, side).reverse().map(seat);
    const top = others.slice(side, others.length - side).map(seat);
    const right = others.slice(others.length - side).map(seat);
    const pool = pooled ? [sized(POOL, count(POOL), w, 46, 0)] : [];
    const tall = (mats: Sized[]): number => mats.reduce((sum, mat) => sum + mat.h + GAP, 0);
    const r = players < 5 ? 70 : 60;
    const block = 2 * r + 72 + tray;
    const area = Math.max(tall(left), tall(right), tall(top) + block + tall(pool), 280);
    const stack = (mats: Sized[], x: number, from: number): void => {
      let y = from;
      for (const mat of mats) {
        put(mat, x, y);
        y += mat.h + GAP;
      }
    };
    stack(left, 0, (area - tall(left)) / 2);
    stack(right, width - w, (area - tall(right)) / 2);
    stack(top, w + GAP, 0);
    stack(pool, w + GAP, area - tall(pool));
    const y = tall(top) + (area - tall(top) - tall(pool) - block) / 2;
    out.die = { x: width / 2, y: y + r, r };
    out.words = { x: width / 2, y: y + 2 * r + 28, w, middle: true };
    out.tray = { x: w + GAP, y: y + 2 * r + 72, w };
    const mine = sized(me, count(me), width, 52, 1);
    put(mine, 0, area);
    out.height = area + mine.h + 6;
  }

  function below(): void {
    const r = 46;
    out.die = { x: r + 4, y: r + 2, r };
    out.words = { x: 2 * r + 18, y: 26, w: width - 2 * r - 20, middle: false };
    out.tray = { x: 0, y: 2 * r + 14, w: width };
    let y = 2 * r + 14 + tray;
    for (const holder of [...(count(POOL) > 0 ? [POOL] : []), ...others, me]) {
      const mat = sized(holder, count(holder), width, FINGER, 0);
      put(mat, 0, y);
      y += mat.h + 7;
    }
    out.height = y;
  }
}
