/** How long something may move: not at all for those who asked for stillness. */
export function lasting(milliseconds: number): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : milliseconds;
}
