/** A table as the page knows it: its news one after another, and what to do about them. */

import { judge, type Verdict } from "../lib/evidence";
import { announce, bringWords, hasWords, here, t, type Pace } from "../lib/here.svelte";
import { file, Line, Refusal, type Asked } from "../lib/host";
import { isByHand } from "../lib/kit/hand";
import { lasting } from "../lib/kit/motion";
import type { Choice, Done, Effect, Happened, News, Note, Occupant, Opening, Pause, WayBack, Words } from "../lib/responses";
import { seenAt } from "../lib/seen";
import { notice } from "../lib/notice";
import { chime } from "../lib/sound";
import { Advice } from "./advice.svelte";
import { broughtTo, lines, undone } from "./log";
import { outcomeOf } from "./outcome";
import { Presence } from "./presence.svelte";
import { atOnce, scenesOf, type Scene } from "./scenes";
import { Telling } from "./telling.svelte";

const RECENT = 60; // events that are kept in words
const TRIES = 6; // to show one's bytes
const AGAIN = 1000; // milliseconds between them
const NOTES = 50; // messages that are kept
// How long something is shown, in milliseconds.
const BUBBLE = 6000; // what somebody says, at their seat
const STEP: Record<Pace, number> = { slow: 1600, usual: 700, fast: 0 }; // a move
const HOLD: Record<Pace, number> = { slow: 4500, usual: 2400, fast: 2400 }; // a banner
const THROW: Record<Pace, number> = { slow: 9000, usual: 5000, fast: 0 }; // a die that waits for a hand
const REWIND = 500; // the position from which something is shown again
const KEPT = 40; // what can be shown again

/** What a board draws. */
export interface Shown {
  view: Record<string, unknown> | undefined;
  figures: Record<string, unknown>;
  effects: Effect[]; // what led to the view
  past: Effect[]; // and all before
  banner: string;
}

export class Seating {
  news = $state.raw<News | null>(null); // how things stand
  shown = $state.raw<Shown>({ view: undefined, figures: {}, effects: [], past: [], banner: "" });
  thrower = $state<number | null>(null); // the seat whose die waits for its hand
  isEnd = $state(false); // the last position is shown, and the result is still to come
  rewinds = $state(0); // after one, nothing leads from the board that was shown to the next
  again = $state(false); // something is shown again
  private recent = $state.raw<Shown[]>([]); // since one's own last move, that first
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
  readonly telling = new Telling();
  readonly advice = new Advice();
  verdict = $state.raw<Verdict | null>(null);
  sawEnd = false; // whether the game ended before one's eyes
  behind = $state(0); // news that wait to be shown
  bubbles = $state.raw<Record<number, string>>({}); // [seat] -> what somebody says just now
  readonly presence = new Presence();
  notes = $state.raw<Note[]>([]); // what people have written
  readonly isHeld = $derived(this.shown.banner !== "" && (this.behind > 0 || this.again)); // something waits until it is read
  readonly acts = $derived(actsIn(this.events));
  readonly names = $derived(this.seats.map((_, seat) => this.who(seat)));
  private readonly speaker = $derived(here.speaker.named((seat) => this.names[seat]));
  readonly voice = { say: (words: Words) => this.say(words), knows: (key: string) => here.speaker.knows(key), who: (seat: number) => this.who(seat), t };
  private readonly gone = $derived(undone(this.events));
  private oldest = $state(0); // the first event that stays in words: some tables keep no record of rounds past
  private readonly worded = $derived(this.events.slice(-RECENT).filter((event) => event.number >= this.oldest));
  readonly lines = $derived(lines(this.opening?.game ?? "", this.worded, this.voice, this.gone));
  private queue: Scene[] = [];
  private wordless = false;
  private unread = ""; // a banner that stays over what comes next
  private reading: ReturnType<typeof setTimeout> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private line: Line;
  private stirred: number[] = [];
  private fading: ReturnType<typeof setTimeout>[] = []; // [seat] -> when its bubble goes
  private readonly notice = () => this.here();
  readonly seen;

  constructor(
    readonly name: string,
    seat: number | null = null,
  ) {
    this.seen = seenAt(name);
    this.line = new Line(name, seat, {
      news: (news) => this.hear(news),
      people: (people) => this.presence.hear(people),
      chat: ({ messages }) => this.read(messages),
      state: (state) => (this.state = state),
      closed: (code) => (this.closed = code),
      failed: (problem) => this.tell(this.say(problem)),
    });
    document.addEventListener("visibilitychange", this.notice);
  }

  close(): void {
    this.hush();
    clearTimeout(this.timer);
    this.fading.forEach((timer) => clearTimeout(timer));
    document.removeEventListener("visibilitychange", this.notice);
    this.presence.stop();
    clearTimeout(this.reading);
    this.line.close();
  }

  /** Tell the server whether the page is in sight; if it asked, that somebody is there. */
  here(): void {
    this.line.here();
  }

  // ---- news

  private hear(news: News): void {
    this.seen.note(news);
    this.queue.push(...this.scenes(news));
    this.stopAgain();
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

  /** Cut news where the board is held; whoever wants no motion or no waiting sees all at once. */
  private scenes(news: News): Scene[] {
    if (here.pace === "fast" || document.hidden || lasting(1) === 0) return atOnce(news);
    const mine = news.mine ?? this.mine;
    const isKept = ({ throw: seat }: Pause) => seat === undefined || (here.throws && isByHand() && mine.includes(seat));
    const ends = news.status === "over" && news.opening === undefined && news.events.some(isAct);
    return scenesOf(news, isKept, ends);
  }

  /** Show the next scene, and after a moment the one behind it. */
  private show(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const scene = this.queue.shift();
    this.behind = this.queue.length;
    if (!scene) return;
    this.take(scene);
    const lasts = this.lastingOf(scene);
    if (this.queue.length > 0 || lasts > 0) this.timer = setTimeout(() => this.show(), lasts);
  }

  private lastingOf({ news, thrower, isHeld }: Scene): number {
    if (thrower !== null) return THROW[here.pace];
    if (isHeld) return HOLD[here.pace];
    return news.events.some(isAct) && !document.hidden ? STEP[here.pace] : 0;
  }

  /** Let a banner stay for a while over what comes next: nothing waits for it. */
  private leave(banner: string): void {
    clearTimeout(this.reading);
    this.unread = banner;
    this.reading = setTimeout(() => this.drop(), HOLD[here.pace]);
  }

  /** The banner has been read. */
  private drop(): void {
    clearTimeout(this.reading);
    this.unread = "";
    if (this.shown.banner) this.shown = { ...this.shown, banner: "" };
  }

  /** Go on from what is held, the die first; whether something was. */
  goOn(): boolean {
    if (this.again) return this.stopAgain();
    if (this.thrower === null) return this.skip();
    this.show();
    return true;
  }

  /** Show all that waits at once; whether something did. */
  skip(): boolean {
    const waits = this.queue.length > 0 || this.stopAgain();
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.queue.length > 0) this.show();
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.unread || waits) this.drop();
    return waits;
  }

  // ---- once more

  /** Whether something can be shown again. */
  readonly canRepeat = $derived(this.recent.length > 1);

  /** Show again what has happened since one's own last move. */
  repeat(): void {
    const [first, ...rest] = this.recent;
    if (!first || rest.length === 0 || !this.skippable()) return;
    this.again = true;
    this.rewinds++;
    this.shown = { ...first, effects: [], banner: "" };
    const next = (): void => {
      const scene = rest.shift();
      if (!scene) return void this.stopAgain();
      this.shown = scene;
      this.timer = setTimeout(next, scene.banner ? HOLD[here.pace] : STEP[here.pace] || STEP.usual);
    };
    this.timer = setTimeout(next, REWIND);
  }

  private skippable(): boolean {
    this.skip();
    return this.timer === undefined;
  }

  /** Back to how things stand; whether something was being shown again. */
  private stopAgain(): boolean {
    if (!this.again) return false;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.again = false;
    this.shown = { ...this.recent.at(-1)!, banner: "" };
    return true;
  }

  private take({ news, banner, thrower, isHeld, isEnd, isMore }: Scene): void {
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
    const fresh = passed ? [] : news.events.filter((event) => event.number > last || (isMore && event.number === last));
    this.events = passed ? news.events : [...this.events, ...fresh];
    if (passed) this.hush();
    this.oldest = Math.min(news.told_from ?? 0, fresh[0]?.number ?? Infinity);
    this.news = news;
    this.effects = before && !passed ? effectsOf(fresh, this.effects) : lastEffects(news.events);
    this.thrower = thrower;
    this.isEnd = isEnd;
    const said = isEnd ? this.outcome : banner ? this.bannerOf(banner) : "";
    const { view, figures = {} } = news;
    this.shown = { view, figures, effects: this.effects, past: this.acts.flat(), banner: said || this.unread };
    if (said && !isHeld) this.leave(said);
    if (passed || before?.seat !== news.seat) this.recent = [];
    if (fresh.some(isAct) || this.recent.length === 0) {
      const isMine = !isMore && fresh.some(({ kind, seat = -1 }) => kind === "play" && this.mine.includes(seat));
      this.recent = [...(isMine ? [] : this.recent), this.shown].slice(-KEPT);
    }
    if (before && isElsewhere(before, news)) {
      this.advice.clear();
      this.telling.forget();
    }
    this.speak(news, fresh, before, banner ? said : "");
    if (before) this.notePeople(news, fresh, before);
    void this.stir(news);
    void this.agree(news);
    if ((news.status === "over" || news.status === "abandoned") && this.verdict === null) void this.verify();
  }

  /** What people did beside the board: waves at their seats, answers, seats that have changed hands. */
  private notePeople(news: News, fresh: Happened[], before: News): void {
    for (const { kind, seat = -1, ...facts } of fresh) {
      if (kind === "react") this.bubble(seat, t(`web.react.${String(facts["what"])}`));
      if (kind === "consent" && facts["yes"] === false && this.mine.includes(before.asked?.seat ?? -1)) {
        this.tell(t("web.event.consent.no", { who: this.who(seat) }));
      }
      if (kind === "hand" && this.mine.includes(seat) && news.seat !== seat) {
        this.look(null); // whose it is now, the server says
        this.tell(t("web.handed"));
      }
      if (kind === "fewer") {
        this.seen.move(facts["seats"] as number[]);
        this.look(news.seat);
      }
    }
  }

  /** Take in what people have written; what comes alone was written just now. */
  private read(notes: Note[]): void {
    const last = this.notes.at(-1)?.at ?? 0;
    const fresh = notes.filter((note) => note.at > last);
    this.notes = [...this.notes, ...fresh].slice(-NOTES);
    const [note] = notes;
    if (notes.length > 1 || !note || here.isQuiet || this.mine.includes(note.seat)) return;
    this.bubble(note.seat, note.text);
    announce(t("web.event.react", { who: this.who(note.seat), what: note.text }));
  }

  /** Show at a seat what somebody says, for some seconds. */
  bubble(seat: number, text: string): void {
    clearTimeout(this.fading[seat]);
    this.bubbles = { ...this.bubbles, [seat]: text };
    const fade = () => (this.bubbles = Object.fromEntries(Object.entries(this.bubbles).filter(([one]) => Number(one) !== seat)));
    this.fading[seat] = setTimeout(fade, BUBBLE);
  }

  /** What is said in large letters of something that happened. */
  private bannerOf({ do: kind, ...facts }: Effect): string {
    return this.say({ key: `${this.opening?.game ?? ""}.banner.${kind}`, facts });
  }

  private speak(news: News, fresh: Happened[], before: News | null, banner: string): void {
    if (!before) return;
    const first = fresh[0]?.number ?? Infinity;
    const said = this.lines.filter((line) => line.number >= first).map((line) => line.text);
    if (banner && this.queue.length > 0) said.splice(-1, 1, banner); // the last line says the same
    const mine = (news.actions?.length ?? 0) > 0;
    if (mine && (before.actions?.length ?? 0) === 0) {
      said.push(this.say(news.prompt));
      chime();
      notice(t("web.yours"), this.say(news.prompt));
    }
    if (news.status !== before.status && news.status !== "playing") {
      said.push(this.outcome);
      this.sawEnd = true;
    }
    if (said.length > 0) announce(said.join(" "));
  }

  /** A sentence of the game, with the names of those who sit here. */
  say(words: Words | undefined): string {
    return this.speaker.tell(words);
  }

  /** How it ended, in a sentence. */
  get outcome(): string {
    if (this.news?.status === "abandoned") return t("web.abandoned");
    const won = outcomeOf(this.opening?.game ?? "", this.news?.result ?? {}, this.seats, this.mine, this.voice);
    const sheet = this.news?.sheet;
    if (!sheet || sheet.scores.length < sheet.games) return won;
    const key = sheet.leaders.length === 1 ? "play.series.winner" : "play.series.shared";
    return `${won} ${t(key, { who: sheet.leaders.map((seat) => this.who(seat)) })}`;
  }

  /** Whether somebody of this screen has won. */
  get isMine(): boolean {
    return this.seats.length > 1 && (this.news?.result?.winners ?? []).some((seat) => this.mine.includes(seat));
  }

  who(seat: number): string {
    const place = this.seats[seat];
    if (place?.erased) return t("web.erased", { n: seat + 1 });
    if (place?.name) return place.name;
    if (place?.nameless) return t("web.player", { n: seat + 1 });
    if (place?.bot) return t("web.bot", { name: place.called ?? seat + 1 });
    return t("web.seat", { n: seat + 1 });
  }

  /** Whoever sits in a seat, in full: a bot with its level. */
  whole(seat: number): string {
    const place = this.seats[seat];
    return place?.bot ? t("web.bot.level", { who: this.who(seat), level: this.say(place.level) }) : this.who(seat);
  }

  isPerson(seat: number): boolean {
    const place = this.seats[seat];
    return Boolean(place?.name || place?.nameless);
  }

  isFree(seat: number): boolean {
    return !this.isPerson(seat) && !this.seats[seat]?.bot;
  }

  /** A seat of mine that a bot plays and that I may take back. */
  get replaced(): number | undefined {
    if (this.news?.status !== "playing") return undefined;
    return this.mine.find((seat) => {
      const place = this.seats[seat];
      return place?.stand_in && !place.late && !place.resigned;
    });
  }

  /** Who came first and still sits here. */
  get host(): number | undefined {
    return this.news?.host;
  }

  /** Once everybody sits, show the bytes that were promised. */
  private async stir(news: News): Promise<void> {
    if (news.status !== "waiting" || this.seats.some((_, seat) => this.isFree(seat))) return;
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

  private hush(): void {
    this.telling.forget();
    announce("");
  }

  tell(sentence: string): void {
    this.telling.tell(sentence);
  }

  get told(): string {
    return this.telling.sentence;
  }

  /** Play an action; whether it was done. */
  async play(seat: number, action: Choice | string): Promise<boolean> {
    this.skip();
    const ply = this.news?.ply ?? 0;
    const wanted = typeof action === "string" ? action : action.id;
    return (await this.try(seat, { do: "play", action: wanted, ply })) !== null;
  }

  /** Take back the seat that a bot plays for me. */
  async takeBack(): Promise<void> {
    if (this.replaced !== undefined) await this.try(this.replaced, { do: "back" });
  }

  /** Whoever made the last move on this screen that may be taken back; else whoever made the last. */
  private get mover(): number | undefined {
    const moves = this.events.filter(({ kind, number }) => (kind === "play" || kind === "seal") && !this.gone.has(number));
    const movers = moves.map(({ seat }) => seat ?? -1).filter((seat) => this.mine.includes(seat));
    return movers.findLast((seat) => this.news?.undo?.[seat]?.how !== "not") ?? movers.at(-1) ?? this.mine[0];
  }

  /** Whether the last move that was made on this screen may be taken back. */
  get wayBack(): WayBack | undefined {
    return this.news?.undo?.[this.mover ?? -1];
  }

  /** Take back the last move that was made on this screen, or say why that cannot be. */
  async undo(): Promise<void> {
    if (this.wayBack?.how === "not") this.tell(this.say(this.wayBack.why));
    else if (this.mover !== undefined) await this.try(this.mover, { do: "undo" });
  }

  /** Tell why places that were touched lead nowhere; whether they do. */
  async why(seat: number, places: string[]): Promise<boolean> {
    const done = await this.try(seat, { do: "why", action: places });
    if (done?.legal !== false) return false;
    const ruling = done.ruling && /\d/.test(done.ruling) ? done.ruling : "";
    this.telling.tell(this.say({ key: done.key ?? "", facts: done.facts ?? {} }), ruling);
    return true;
  }

  async hint(seat: number): Promise<void> {
    this.advice.isAwaited = true;
    const done = await this.try(seat, { do: "hint" });
    this.advice.isAwaited = false;
    if (!done?.hints || done.ply !== this.news?.ply) return;
    this.advice.take(done.hints, seat);
    announce(this.say(this.advice.sentence(this.news?.actions ?? [])));
  }

  look(seat: number | null): void {
    this.line.look(seat);
  }
}

/** Whether another decision is at hand, or none any more: what was said of the one before is past. */
function isElsewhere(before: News, news: News): boolean {
  return before.ply !== news.ply || before.status !== news.status || before.seat !== news.seat;
}

/** Whether something was done on the board. */
function isAct({ kind }: Happened): boolean {
  return kind === "play" || kind === "draw";
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
  const brought = broughtTo(events);
  let last = -1;
  for (const { number, kind, effects = [], to } of events) {
    if (kind === "play" || kind === "draw") acts.push(number === last ? [...(acts.pop() ?? []), ...effects] : effects); // it was shown in two scenes
    last = number;
    if (kind === "undo") acts.length = Math.min(acts.length, Number(to) - brought);
  }
  return acts;
}

/** What led to a position at the end of a whole log: the last choice, and what chance did since. */
function lastEffects(events: Happened[]): Effect[] {
  return effectsOf(events.slice(events.findLastIndex((event) => event.kind === "play" || event.kind === "undo")));
}
