/** What a hint has said: what each action is worth, which is best, and which one is pointed at. */

import type { Choice, Hint, Words } from "../lib/responses";

export class Advice {
  hints = $state.raw<Hint[]>([]); // the best first, as the server has them: alone, the other side plays against the score
  isAwaited = $state(false);
  private seat = 0;
  private pointed = $state<number | null>(null); // the action that is looked at, once somebody has chosen one

  take(hints: Hint[], seat: number): void {
    this.seat = seat;
    this.hints = hints;
    this.pointed = null;
  }

  clear(): void {
    this.hints = [];
    this.pointed = null;
  }

  point(hint: Hint): void {
    this.pointed = hint.action;
  }

  worth(hint: Hint): number {
    return hint.shares[this.seat] ?? 0;
  }

  /** Whether no action is better than another, as far as one can tell. */
  get isEven(): boolean {
    const [best, worst] = [this.hints[0], this.hints.at(-1)];
    if (!best || !worst) return false;
    return Math.abs(this.worth(best) - this.worth(worst)) <= Math.hypot(best.error ?? 0, worst.error ?? 0);
  }

  /** The action that the board shows: the one looked at, else the best. */
  get shown(): number | undefined {
    return this.pointed ?? (this.isEven && this.hints.length > 1 ? undefined : this.hints[0]?.action);
  }

  /** What there is to say of it, in a sentence. */
  sentence(actions: Choice[]): Words | undefined {
    const best = this.hints[0];
    const action = actions.find((one) => one.id === best?.action);
    if (!best || !action) return undefined;
    const facts = { what: action.tell };
    const isExact = best.error === null;
    if (this.hints.length === 1) return { key: "web.hint.only", facts };
    if (this.isEven) return { key: isExact ? "web.hint.even.exact" : "web.hint.even" };
    return { key: isExact ? "web.hint.best.exact" : "web.hint.best", facts };
  }
}
