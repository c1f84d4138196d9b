/** What is told for a moment: why not, or what went wrong. */

import { announce } from "../lib/here.svelte";

const LEAST = 6000; // milliseconds that a sentence stays
const LETTER = 60; // and for each of its letters, for whoever reads slowly

export class Telling {
  sentence = $state("");
  ruling = $state(""); // the rule that it rests on
  private timer: ReturnType<typeof setTimeout> | undefined;

  tell(sentence: string, ruling = ""): void {
    clearTimeout(this.timer);
    this.sentence = sentence;
    this.ruling = ruling;
    announce(sentence, true);
    this.timer = setTimeout(() => this.forget(), Math.max(LEAST, LETTER * sentence.length));
  }

  /** What was told no longer matters. */
  forget(): void {
    clearTimeout(this.timer);
    this.sentence = this.ruling = "";
    announce("", true);
  }
}
