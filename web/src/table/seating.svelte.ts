/** A table as the page knows it: its news one after another, and what to do about them. */

import { check, type Checked } from "../lib/dice";
import { announce, here, t } from "../lib/here.svelte";
import { Line, look, Refusal } from "../lib/host";
import type { Choice, Done, Happened, Hint, News, Opening, Place, Request, Words } from "../lib/protocol";
import { keptEntropy } from "../app/tables";
import { notice } from "../lib/notice";
import { chime } from "../lib/sound";

const STEP = 650; // milliseconds that a bot's move is shown

export class Seating {
  news = $state.raw<News | null>(null); // what is shown
  opening = $state.raw<Opening | null>(null);
  box = $state.raw<Record<string, unknown>>({});
  seats = $state.raw<Place[]>([]);
  mine = $state.raw<number[]>([]);
  secret = $state(false); // whether hands are hidden in this game
  events = $state.raw<Happened[]>([]);
  state = $state<"opening" | "open" | "lost">("opening");
  closed = $state(0); // the code with which the socket was closed for good
  told = $state(""); // why not, or what went wrong
  hints = $state.raw<Hint[]>([]);
  checked = $state.raw<Checked | null>(null);
  behind = $state(0); // news that wait to be shown
  readonly names = $derived(this.seats.map((_, seat) => this.who(seat)));
  private readonly speaker = $derived(here.speaker.named((seat) => this.names[seat]));
  private queue: News[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private line: Line;
  private stirred: number[] = [];

  constructor(
    readonly name: string,
    seat: number | null = null,
  ) {
    this.line = new Line(name, seat, {
      news: (news) => this.hear(news),
      state: (state) => (this.state = state),
      closed: (code) => (this.closed = code),
    });
  }

  close(): void {
    clearTimeout(this.timer);
    this.line.close();
  }

  // ---- news

  private hear(news: News): void {
    this.queue.push(news);
    this.behind = this.queue.length;
    if (this.timer === undefined) this.show();
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
    this.news = news;
    this.hints = [];
    if (before && before.ply !== news.ply) this.told = "";
    this.speak(news, fresh, before);
    void this.stir(news);
    void this.agree(news);
    if (news.phase === "over" && this.checked === null) void this.verify();
  }

  private speak(news: News, fresh: Happened[], before: News | null): void {
    if (!before) return;
    const said = fresh.flatMap((event) => this.sentences(event));
    const mine = (news.actions?.length ?? 0) > 0;
    if (mine && (before.actions?.length ?? 0) === 0) {
      said.push(this.say(news.prompt));
      chime();
      notice(t("web.yours"), this.say(news.prompt));
    }
    if (said.length > 0) announce(said.join(" "));
  }

  /** A sentence of the game, with the names of those who sit here. */
  say(words: Words | undefined): string {
    return this.speaker.tell(words);
  }

  /** How it ended, in a sentence. */
  get outcome(): string {
    const { scores = [], winners = [] } = this.news?.result ?? {};
    if (this.news?.phase === "abandoned") return t("web.abandoned");
    if (this.seats.length === 1) return t("play.solo", { n: scores[0] ?? 0 });
    const won = t(winners.length === 1 ? "play.winner" : "play.shared", { who: winners.map((seat) => this.who(seat)) });
    const sheet = this.news?.sheet;
    if (!sheet || sheet.scores.length < sheet.games) return won;
    const key = sheet.leaders.length === 1 ? "play.series.winner" : "play.series.shared";
    return `${won} ${t(key, { who: sheet.leaders.map((seat) => this.who(seat)) })}`;
  }

  /** An event in words. */
  sentences(event: Happened): string[] {
    const who = event.seat === undefined ? "" : this.who(event.seat);
    const news = (event.news ?? []).map((words) => this.say(words));
    if (event.tell) {
      const what = this.say(event.tell);
      const key = event.kind === "draw" ? "play.chance" : "play.did";
      return [event.kind === "draw" ? t(key, { what }) : t(key, { who, what }), ...news];
    }
    if (event.kind === "seal" || event.kind === "play") return [t("web.event.seal", { who }), ...news];
    if (event.kind === "react") return [t("web.event.react", { who, what: t(`web.react.${String(event["what"])}`) })];
    if (["sit", "leave", "fill", "undo", "ask", "resign", "away", "back", "abandon"].includes(event.kind)) {
      return [t(`web.event.${event.kind}`, { who })];
    }
    if (event.kind === "begin") return [t("web.event.begin", { who: this.who(Number(event["first"])) })];
    return news;
  }

  who(seat: number): string {
    const place = this.seats[seat];
    if (place?.name) return place.name;
    if (place?.bot) return t("web.bot", { n: seat + 1 });
    return t("web.seat", { n: seat + 1 });
  }

  /** Once everybody sits, show the bytes that were promised. */
  private async stir(news: News): Promise<void> {
    if (news.phase !== "waiting" || this.seats.some((place) => !place.name && !place.bot)) return;
    for (const seat of this.mine) {
      const bytes = keptEntropy(this.name, seat);
      if (bytes && !this.stirred.includes(seat)) {
        this.stirred.push(seat);
        await this.ask(seat, { do: "stir", bytes }).catch(() => undefined);
      }
    }
  }

  /** Who asks to go back on a shared screen has asked the others there already. */
  private async agree({ asked }: News): Promise<void> {
    if (!asked || !this.mine.includes(asked.seat)) return;
    const silent = this.mine.filter((seat) => seat !== asked.seat && !asked.yes.includes(seat));
    for (const seat of silent) await this.ask(seat, { do: "consent", yes: true }).catch(() => undefined);
  }

  /** Once all is open, draw every number again. */
  private async verify(): Promise<void> {
    const whole = await look(this.name).catch(() => null);
    if (whole) this.checked = await check(this.name, whole.events);
  }

  // ---- doing

  /** Do something from a seat; what is refused is told. */
  async ask(seat: number, request: Request): Promise<Done> {
    return this.line.request(seat, request);
  }

  async try(seat: number, request: Request): Promise<Done | null> {
    try {
      return await this.ask(seat, request);
    } catch (problem) {
      this.tell(problem instanceof Refusal ? this.say(problem.problem) : t("web.lost"));
      return null;
    }
  }

  private hush(): void {
    this.told = "";
    announce("");
    announce("", true);
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

  /** Take back the last move that was made on this screen. */
  async undo(seat: number): Promise<void> {
    const moves = this.events.filter((event) => ["play", "seal"].includes(event.kind) && this.mine.includes(event.seat ?? -1));
    await this.try(moves.at(-1)?.seat ?? seat, { do: "undo" });
  }

  async why(seat: number, said: string): Promise<void> {
    const done = await this.try(seat, { do: "why", action: said });
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
