/** Sets as the server writes them: one bit for each thing, more than 32 of them. */

export function has(set: number, i: number): boolean {
  return Math.floor(set / 2 ** i) % 2 === 1;
}

export function members(set: number, n: number): number[] {
  return Array.from({ length: n }, (_, i) => i).filter((i) => has(set, i));
}
