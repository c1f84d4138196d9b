/** A table as the page knows it: its news one after another, and what to do about them. */

import { judge, type Verdict } from "../lib/evidence";
import { announce, bringWords, hasWords, here, t } from "../lib/here.svelte";
import { file, Line, Refusal, type Asked } from "../lib/host";
import type { Choice, Done, Effect, Happened, Hint, News, Occupant, Opening, Words } from "../lib/responses";
import { seenAt } from "../lib/seen";
import { notice } from "../lib/notice";
import { chime } from "../lib/sound";
import { lines } from "./log";

const RECENT = 60; // events that are kept in words
const TRIES = 6; // to show one's bytes
const AGAIN = 1000; // milliseconds between them
const STEP = 650; // milliseconds that a bot's move is shown

export class Seating {
  news = $state.raw<News | null>(null); // what is shown
  opening = $state.raw<Opening | null>(null);
  box = $state.raw<Record<string, unknown>>({});
  options = $state.raw<Record<string, number>>({});
  effects = $state.raw<Effect[]>([]); // what led to the position that is shown
  seats = $state.raw<Occupant[]>([]);
  mine = $state.raw<number[]>([]);
  secret = $state(false); // whether hands are hidden in this game
  events = $state.raw<Happened[]>([]);
  state = $state<"opening" | "open" | "lost">("opening");
  closed = $state(0); // the code with which the socket was closed for good
  told = $state(""); // why not, or what went wrong
  hints = $state.raw<Hint[]>([]);
  verdict = $state.raw<Verdict | null>(null);
  behind = $state(0); // news that wait to be shown
  readonly acts = $derived(actsIn(this.events));
  readonly names = $derived(this.seats.map((_, seat) => this.who(seat)));
  private readonly speaker = $derived(here.speaker.named((seat) => this.names[seat]));
  readonly voice = { say: (words: Words) => this.say(words), knows: (key: string) => here.speaker.knows(key), who: (seat: number) => this.who(seat), t };
  private oldest = $state(0); // the first event that stays in words: some tables keep no record of rounds past
  private readonly recent = $derived(this.events.slice(-RECENT).filter((event) => event.number >= this.oldest));
  readonly lines = $derived(lines(this.opening?.game ?? "", this.recent, this.voice));
  private queue: News[] = [];
  private wordless = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private line: Line;
  private stirred: number[] = [];
  readonly seen;

  constructor(
    readonly name: string,
    seat: number | null = null,
  ) {
    this.seen = seenAt(name);
    this.line = new Line(name, seat, {
      news: (news) => this.hear(news),
      state: (state) => (this.state = state),
      closed: (code) => (this.closed = code),
    });
  }

  close(): void {
    this.hush();
    clearTimeout(this.timer);
    this.line.close();
  }

  // ---- news

  private hear(news: News): void {
    this.seen.note(news);
    this.queue.push(news);
    this.behind = this.queue.length;
    const game = news.opening?.game;
    if (game && !hasWords(game)) void this.waitForWords(game);
    else this.start();
  }

  /** Show nothing before it can be said. */
  private async waitForWords(game: string): Promise<void> {
    this.wordless = true;
    await bringWords(game).catch(() => undefined); // the board does not come either, and says so
    this.wordless = false;
    this.start();
  }

  private start(): void {
    if (this.timer === undefined && !this.wordless) this.show();
  }

  /** Show the next news, and after a moment the one behind it. */
  private show(): void {
    this.timer = undefined;
    const news = this.queue.shift();
    this.behind = this.queue.length;
    if (!news) return;
    this.take(news);
    if (this.queue.length > 0 || this.isSlow(news)) {
      this.timer = setTimeout(() => this.show(), this.isSlow(news) ? STEP : 0);
    }
  }

  private isSlow(news: News): boolean {
    const acts = news.events.some((event) => event.kind === "play" || event.kind === "draw");
    return acts && here.pace === "calm" && !document.hidden;
  }

  /** Show all that waits at once. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.queue.length > 0) this.show();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private take(news: News): void {
    const before = this.news;
    if (news.opening) this.opening = news.opening;
    if (news.box) this.box = news.box;
    if (news.options) this.options = news.options;
    if (news.seats) this.seats = news.seats;
    if (news.mine) this.mine = news.mine;
    if (news.secrets !== undefined) this.secret = news.secrets;
    const last = this.events.at(-1)?.number ?? -1;
    // Whoever looks from another seat sees what happened with their own eyes: what one person
    // saw in secret neither stays on the screen nor is read out to the next.
    const passed = this.secret && before !== null && before.seat !== news.seat;
    const fresh = passed ? [] : news.events.filter((event) => event.number > last);
    this.events = passed ? news.events : [...this.events, ...fresh];
    if (passed) this.hush();
    this.oldest = Math.min(news.told_from ?? 0, fresh[0]?.number ?? Infinity);
    this.news = news;
    this.effects = before && !passed ? effectsOf(fresh, this.effects) : lastEffects(news.events);
    this.hints = [];
    if (before && before.ply !== news.ply) this.forget();
    this.speak(news, fresh, before);
    void this.stir(news);
    void this.agree(news);
    if ((news.status === "over" || news.status === "abandoned") && this.verdict === null) void this.verify();
  }

  private speak(news: News, fresh: Happened[], before: News | null): void {
    if (!before) return;
    const first = fresh[0]?.number ?? Infinity;
    const said = this.lines.filter((line) => line.number >= first).map((line) => line.text);
    const mine = (news.actions?.length ?? 0) > 0;
    if (mine && (before.actions?.length ?? 0) === 0) {
      said.push(this.say(news.prompt));
      chime();
      notice(t("web.yours"), this.say(news.prompt));
    }
    if (news.status !== before.status && news.status !== "playing") said.push(this.outcome);
    if (said.length > 0) announce(said.join(" "));
  }

  /** A sentence of the game, with the names of those who sit here. */
  say(words: Words | undefined): string {
    return this.speaker.tell(words);
  }

  /** How it ended, in a sentence. */
  get outcome(): string {
    const { scores = [], winners = [] } = this.news?.result ?? {};
    if (this.news?.status === "abandoned") return t("web.abandoned");
    if (this.seats.length === 1) return t("play.solo", { n: scores[0] ?? 0 });
    const [me] = this.mine;
    const isMine = this.mine.length === 1 && winners.length === 1 && winners[0] === me;
    const won = isMine ? t("web.won") : t(winners.length === 1 ? "play.winner" : "play.shared", { who: winners.map((seat) => this.who(seat)) });
    const sheet = this.news?.sheet;
    if (!sheet || sheet.scores.length < sheet.games) return won;
    const key = sheet.leaders.length === 1 ? "play.series.winner" : "play.series.shared";
    return `${won} ${t(key, { who: sheet.leaders.map((seat) => this.who(seat)) })}`;
  }

  who(seat: number): string {
    const place = this.seats[seat];
    if (place?.erased) return t("web.erased", { n: seat + 1 });
    if (place?.name) return place.name;
    if (place?.bot) return t("web.bot", { n: place.number ?? seat + 1 });
    return t("web.seat", { n: seat + 1 });
  }

  /** Once everybody sits, show the bytes that were promised. */
  private async stir(news: News): Promise<void> {
    if (news.status !== "waiting" || this.seats.some((place) => !place.name && !place.bot)) return;
    for (const seat of this.mine) {
      const bytes = this.seen.stirred[seat];
      const shown = this.events.some((event) => event.kind === "entropy" && event.seat === seat);
      if (bytes && !shown && !this.stirred.includes(seat)) {
        this.stirred.push(seat);
        await this.reveal(seat, bytes);
      }
    }
  }

  /** Show the bytes of a seat, again and again until they are there or the game has begun. */
  private async reveal(seat: number, bytes: string): Promise<void> {
    for (let tries = 0; this.news?.status === "waiting" && tries < TRIES; tries++) {
      try {
        await this.ask(seat, { do: "stir", bytes });
        return;
      } catch {
        await new Promise((go) => setTimeout(go, AGAIN));
      }
    }
    this.tell(t("web.unheard"));
  }

  /** Who asks to go back on a shared screen has asked the others there already. */
  private async agree({ asked }: News): Promise<void> {
    if (!asked || !this.mine.includes(asked.seat)) return;
    const silent = this.mine.filter((seat) => seat !== asked.seat && !asked.yes.includes(seat));
    for (const seat of silent) await this.ask(seat, { do: "consent", yes: true }).catch(() => undefined);
  }

  /** Once all is open, hold the whole log against itself and against what was seen here. */
  private async verify(): Promise<void> {
    const text = await file(this.name, null).catch(() => null);
    if (text !== null) this.verdict = await judge(this.name, text, this.seen, this.news?.chain);
  }

  /** The game as a file, which ends with what this page saw of it. */
  async saved(): Promise<string> {
    const text = await file(this.name, this.news?.seat ?? null);
    return text.split("\n# seen\n")[0]?.replace(/\n?$/, "\n") + this.seen.text();
  }

  // ---- doing

  /** Do something from a seat; what is refused is told. */
  async ask(seat: number, request: Asked): Promise<Done> {
    return this.line.request(seat, request);
  }

  async try(seat: number, request: Asked): Promise<Done | null> {
    try {
      return await this.ask(seat, request);
    } catch (problem) {
      this.tell(problem instanceof Refusal ? this.say(problem.problem) : t("web.lost"));
      return null;
    }
  }

  /** What was refused no longer matters. */
  private forget(): void {
    this.told = "";
    announce("", true);
  }

  private hush(): void {
    this.forget();
    announce("");
  }

  tell(sentence: string): void {
    this.told = sentence;
    announce(sentence, true);
  }

  /** Play an action; whether it was done. */
  async play(seat: number, action: Choice | string): Promise<boolean> {
    this.skip();
    const ply = this.news?.ply ?? 0;
    const wanted = typeof action === "string" ? action : action.id;
    return (await this.try(seat, { do: "play", action: wanted, ply })) !== null;
  }

  /** Whoever made the last move on this screen. */
  get mover(): number | undefined {
    return this.events.findLast((event) => ["play", "seal"].includes(event.kind) && this.mine.includes(event.seat ?? -1))?.seat;
  }

  /** Take back the last move that was made on this screen. */
  async undo(): Promise<void> {
    const seat = this.mover ?? this.mine[0];
    if (seat !== undefined) await this.try(seat, { do: "undo" });
  }

  /** Tell why places that were touched lead nowhere. */
  async why(seat: number, places: string[]): Promise<void> {
    const done = await this.try(seat, { do: "why", action: places });
    if (done && done.legal === false) {
      const sentence = this.say({ key: done.key ?? "", facts: done.facts ?? {} });
      this.tell(done.ruling && /\d/.test(done.ruling) ? t("play.why", { ruling: done.ruling, sentence }) : sentence);
    }
  }

  async hint(seat: number): Promise<void> {
    this.tell(t("hint.working"));
    const done = await this.try(seat, { do: "hint" });
    if (done?.hints && done.ply === this.news?.ply) {
      this.hints = [...done.hints].sort((a, b) => (b.shares[seat] ?? 0) - (a.shares[seat] ?? 0));
      this.told = "";
    }
  }

  look(seat: number | null): void {
    this.line.look(seat);
  }
}

/** What led to a position: the effects of some events, or those before if nothing happened on the board. */
export function effectsOf(events: Happened[], before: Effect[] = []): Effect[] {
  const acts = events.filter((event) => event.effects ?? event.kind === "undo");
  if (acts.length === 0) return before;
  return acts.at(-1)?.effects ? acts.flatMap((event) => event.effects ?? []) : [];
}

/** What each action did that led to a position, without those that were taken back. */
function actsIn(events: Happened[]): Effect[][] {
  const acts: Effect[][] = [];
  for (const { kind, effects, to } of events) {
    if (effects) acts.push(effects);
    if (kind === "undo") acts.length = Math.min(acts.length, Number(to));
  }
  return acts;
}

/** What led to a position at the end of a whole log: the last choice, and what chance did since. */
function lastEffects(events: Happened[]): Effect[] {
  return effectsOf(events.slice(events.findLastIndex((event) => event.kind === "play" || event.kind === "undo")));
}
