/** Who is at the table now, as the server told it last; its times run on until it tells again. */

import type { People, Person } from "../lib/responses";

const TICK = 500; // milliseconds

export class Presence {
  private people = $state.raw<People | null>(null);
  private passed = $state(0); // milliseconds since it was told
  private ticking: ReturnType<typeof setInterval> | undefined;

  hear(people: People): void {
    this.stop();
    this.people = people;
    this.passed = 0;
    const since = performance.now();
    if (people.seats.some((one) => one?.ago !== undefined || one?.asked !== undefined)) {
      this.ticking = setInterval(() => (this.passed = performance.now() - since), TICK);
    }
  }

  stop(): void {
    clearInterval(this.ticking);
  }

  /** How it is with the person of a seat; nothing where nobody sits, or before one was told. */
  of(seat: number): Person | null {
    const told = this.people?.seats[seat];
    if (!told) return null;
    const left = (time: number) => Math.max(0, time - this.passed);
    return {
      state: told.state,
      ...(told.ago === undefined ? {} : { ago: told.ago + this.passed }),
      ...(told.bot === undefined ? {} : { bot: left(told.bot) }),
      ...(told.asked === undefined ? {} : { asked: left(told.asked) }),
    };
  }

  /** How many look on without a seat. */
  get watching(): number {
    return this.people?.watching ?? 0;
  }
}

/** Milliseconds as a clock shows them. */
export function clockTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
