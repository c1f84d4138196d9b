import { render, waitFor } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { english, french } from "./catalogues";
import OptionField from "../src/app/OptionField.svelte";
import type { Opening } from "../src/lib/responses";
import type { Seating } from "../src/table/seating.svelte";
import Sorry from "../src/app/Sorry.svelte";
import { arrange, usualBot, usualPlayers } from "../src/app/company";
import { glanced } from "../src/app/glance";
import { shellOf } from "../src/app/offline";
import { isOurs, route } from "../src/app/routes";
import { outcome } from "../src/app/outcome";
import { since } from "../src/app/since";
import { here, isForeign, remember, wantedLanguage } from "../src/lib/here.svelte";
import { Speaker } from "../src/lib/words";
import Judged from "../src/table/Judged.svelte";
import Join from "../src/table/Join.svelte";

/** Sentences of a game that is not among ours. */
const CHESS = {
  "option.chess.castling": "A king may castle.",
  "option.chess.stalemate": "What a king without a move is worth.",
  "option.chess.stalemate.draw": "a drawn game",
  "option.chess.stalemate.win": "a game won",
  "option.chess.games": "How many games are played.",
};

beforeEach(() => {
  here.speaker = new Speaker("en", { ...english, ...CHESS } as Record<string, string>);
  localStorage.clear();
  history.replaceState(null, "", "/");
});

describe("an address", () => {
  it("leads to a page, or nowhere", () => {
    expect(route("/")).toEqual({ page: "shelf", name: "" });
    expect(route("/me")).toEqual({ page: "me", name: "" });
    expect(route("/t/abc")).toEqual({ page: "t", name: "abc" });
    expect(route("/learn/chess/")).toEqual({ page: "learn", name: "chess" });
    for (const path of ["/t", "/me/x", "/t/a/b", "/constructor/x", "/new"]) expect(route(path).page).toBe("nowhere");
  });
  it("is followed here only for a plain click on a place of this page", () => {
    const link = document.createElement("a");
    const click = (more: MouseEventInit = {}) => isOurs(link, new MouseEvent("click", more));
    link.href = "/new/chess";
    expect([click(), click({ ctrlKey: true }), click({ shiftKey: true }), click({ button: 1 })]).toEqual([true, false, false, false]);
    for (const href of ["/api/tables/x/play", "https://example.org/", "#main"]) {
      link.href = href;
      expect(click(), href).toBe(false);
    }
  });
});

describe("how a game of one's own ended", () => {
  const result = { winners: [1], scores: [3, 9, 4] };
  it("is won or lost from the one seat that one had, with one's own points first", () => {
    expect(outcome({ seats: [1], result })).toEqual({ won: true, scores: [9, 3, 4] });
    expect(outcome({ seats: [2], result })).toEqual({ won: false, scores: [4, 3, 9] });
  });
  it("is neither where one played alone, or in several seats", () => {
    expect(outcome({ seats: [0], result: { winners: [0], scores: [93] } })).toEqual({ won: null, scores: [93] });
    expect(outcome({ seats: [0, 1], result })?.won).toBeNull();
  });
  it("is not told of a game that is not over", () => {
    expect(outcome({ seats: [0] })).toBeNull();
  });
});

describe("the language", () => {
  it("is that of the address, else that of last time", () => {
    remember("lang", "en");
    expect(wantedLanguage()).toBe("en");
    history.replaceState(null, "", "/?lang=fr");
    expect([wantedLanguage(), isForeign()]).toEqual(["fr", false]);
  });
  it("stays that of last time when the address asks for one that nobody speaks here", () => {
    remember("lang", "en");
    history.replaceState(null, "", "/?lang=xx");
    expect([wantedLanguage(), isForeign()]).toEqual(["en", true]);
  });
});

describe("a company", () => {
  const nameOf = (seat: number) => `P${seat + 1}`;
  it("has the usual size: a rival where one may play alone, else three", () => {
    expect([[1, 4], [1, 1], [2, 5], [2, 2], [3, 6]].map(([low, high]) => usualPlayers({ low: low!, high: high! }))).toEqual([2, 1, 3, 2, 3]);
  });
  it("meets the second of the bots, or the only one", () => {
    const bots = ["bot:1", "bot:2", "bot:3"].map((bot) => ({ bot, title: { key: bot }, plays: { key: bot } }));
    expect([usualBot({ bots }), usualBot({ bots: bots.slice(0, 1) }), usualBot({ bots: [] })]).toEqual(["bot:2", "bot:1", "random"]);
  });
  it("is bots, friends or people on this screen, with me first", () => {
    const seats = (how: "bots" | "friends" | "screen") => arrange(how, 3, "bot:2", nameOf);
    expect(seats("bots")).toEqual([{ who: "me", name: "P1" }, { who: "bot", bot: "bot:2" }, { who: "bot", bot: "bot:2" }]);
    expect(seats("friends").map((seat) => seat.who)).toEqual(["me", "open", "open"]);
    expect(seats("screen").map((seat) => seat.name)).toEqual(["P1", "P2", "P3"]);
  });
  it("keeps its names, and seat by seat everybody who sits already", () => {
    const now = arrange("bots", 2, "bot:1", () => "Ana");
    expect(arrange("screen", 2, "bot:1", nameOf, now).map((seat) => seat.name)).toEqual(["Ana", "P2"]);
    expect(arrange("mixed", 3, "bot:2", nameOf, now)).toEqual([...now, { who: "open" }]);
  });
});

describe("a table at a glance", () => {
  it("tells people from bots and free seats", () => {
    const seats = [{ name: "Ana" }, { bot: "bot:1" }, {}];
    expect(glanced({ seats, acting: [0] })).toEqual({ names: ["Ana", "", ""], bots: 1, free: 1, acting: [0] });
  });
  it("is as old as one would say", () => {
    const ago = (ms: number) => since(1e12, "en", 1e12 + ms);
    expect([0, 59_000, 60_000, 3 * 3_600_000, 86_400_000].map(ago)).toEqual(["now", "now", "1 minute ago", "3 hours ago", "yesterday"]);
    expect(since(1e12, "en", 1e12 - 5000)).toBe("now"); // clocks differ
  });
});

describe("the kept shell", () => {
  it("is the page's own files, each once, with the games and their rules, but no table", () => {
    const loaded = ["/assets/a.js", "/assets/a.js", "/api/games/chess/rules?lang=fr", "/api/tables/mine", "/icon.svg"].map((path) => `http://here${path}`);
    expect(shellOf([...loaded, "http://elsewhere/x.js"], "http://here")).toEqual(["/assets/a.js", "/api/games/chess/rules?lang=fr", "/icon.svg"]);
  });
});

describe("what is not there", () => {
  const KINDS = ["lost", "offline", "nowhere", "unknown", "full", "link", "finished", "seat", "cookies"] as const;
  it("is said with what to do and a drawing, in both languages", () => {
    for (const [lang, words] of [["fr", french], ["en", english]] as const) {
      here.speaker = new Speaker(lang, words as Record<string, string>);
      for (const what of KINDS) {
        const { container, unmount } = render(Sorry, { what });
        expect(container.textContent, what).not.toContain("web.");
        expect(container.querySelectorAll("svg path, svg rect").length, what).toBeGreaterThan(0);
        unmount();
      }
    }
  });
  it("offers a full table to look at, and another one", () => {
    const watch = vi.fn();
    const { container, getByText } = render(Sorry, { what: "full", watch, game: "chess" });
    getByText(english["web.watch"]!).click();
    expect(watch).toHaveBeenCalledOnce();
    expect(container.querySelector("a")!.getAttribute("href")).toBe("/new/chess");
  });
});

describe("the verdict", () => {
  const verdict = { draws: 3, stirred: 2, compared: 37, since: -1, late: false, dropped: [], chain: "0123456789abcdef".repeat(4), anew: false, wrong: null };
  const judged = (more: object) => render(Judged, { seating: { verdict: { ...verdict, ...more } } as unknown as Seating }).container;
  it("shows the hash that the command says", () => {
    const chain = judged({}).querySelector("[data-chain]")!;
    expect(chain.textContent).toContain("0123456789abcdef…");
    expect(chain.querySelector("code")!.textContent).toBe(verdict.chain);
  });
  it("compares nothing for who came after the end", () => {
    const told = judged({ since: 36, late: true }).querySelector("[data-proof]")!.textContent;
    expect(told).toContain("after the end");
    expect(told).not.toMatch(/37|36|seen on this page/);
    expect(judged({ since: 12 }).querySelector("[data-proof]")!.textContent).toMatch(/37.*13/s);
  });
});

describe("sitting down", () => {
  const opening = { game: "chess", listed: false, options: { castling: "no" }, clock: { seconds: 300, add: 5 }, series: null } as unknown as Opening;
  const seats = [{ name: "Ana" }, { bot: "bot:1" }, {}];
  const who = (seat: number) => ["Ana", "⚙ Filou"][seat]!;
  const isFree = (seat: number) => seat === 2;
  const seating = { name: "x", seats, who, whole: who, isFree } as unknown as Seating;
  const games = [{ name: "chess", sides: {}, options: [{ name: "castling", default: "yes" }] }];
  const come = (code: string) => {
    vi.stubGlobal("fetch", vi.fn(() => Promise.resolve(Response.json(games))));
    return render(Join, { seating, opening, kept: [], code, sat: vi.fn(), watch: vi.fn() }).container;
  };
  it("says who is there and what is not as usual, and asks for a name", async () => {
    const page = come("secret");
    await waitFor(() => expect(page.querySelector("[data-facts] strong")).toBeTruthy());
    const told = page.querySelector("[data-facts]")!.textContent;
    for (const part of ["Ana", "⚙ Filou", "2 of 3", "5 min", CHESS["option.chess.castling"]]) expect(told).toContain(part);
    const name = page.querySelector("input")!;
    expect([name.value, name.required]).toEqual(["", true]);
  });
  it("at a private table is for those who were invited", async () => {
    const page = come("");
    await waitFor(() => expect(page.querySelector("[data-private]")).toBeTruthy());
    expect(page.querySelector("form")).toBeNull();
  });
});

describe("an option", () => {
  const plain = { ruling: "", low: 0, high: 1, contested: false, assumed: false };
  it("that is on or off is a box to tick", () => {
    const set = vi.fn();
    const option = { ...plain, name: "castling", default: "no", values: ["no", "yes"], contested: true };
    const { container, getByText } = render(OptionField, { game: "chess", option, value: undefined, set });
    container.querySelector<HTMLInputElement>("input[type=checkbox]")!.click();
    expect(set).toHaveBeenCalledWith("yes");
    expect(getByText(/contested/)).toBeTruthy();
  });
  it("of several values is a list in plain words, of a number a number", () => {
    const option = { ...plain, name: "stalemate", default: "draw", values: ["draw", "win"] };
    const list = render(OptionField, { game: "chess", option, value: "win", set: () => undefined });
    expect([...list.container.querySelectorAll("option")].map((one) => one.textContent)).toEqual(["a drawn game", "a game won"]);
    expect(list.container.querySelector("select")!.value).toBe("win");
    const number = { ...plain, name: "games", default: "5", values: [], low: 1, high: 9 };
    const field = render(OptionField, { game: "chess", option: number, value: undefined, set: () => undefined });
    expect(field.container.querySelector<HTMLInputElement>("input[type=number]")!.value).toBe("5");
  });
});
