/** What was refused, and why. */

import type { Problem } from "./responses";

export class Refusal extends Error {
  constructor(
    readonly problem: Problem,
    readonly status = 0,
  ) {
    super(problem.code);
  }
}
