/** Who sits where: people by their names, bots by their mark and level. */

import { render, waitFor } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import { english } from "./catalogues";
import { here } from "../src/lib/here.svelte";
import type { News, Occupant } from "../src/lib/responses";
import { Speaker } from "../src/lib/words";
import { Seating } from "../src/table/seating.svelte";
import Seats from "../src/table/Seats.svelte";
import Waiting from "../src/table/Waiting.svelte";

const level = { key: "level.regular" };

class Socket {
  static open: Socket;
  onmessage: (event: { data: string }) => void = () => undefined;
  constructor() {
    Socket.open = this;
  }
  close(): void {}
}

beforeEach(() => {
  here.speaker = new Speaker("en", english);
  vi.stubGlobal("WebSocket", Socket);
});

function seated(...seats: Occupant[]): Seating {
  const seating = new Seating("x");
  const news = { type: "news", number: 0, ply: 0, phase: "playing", acting: [], sealed: [], events: [], mine: [], seats } as Partial<News>;
  Socket.open.onmessage({ data: JSON.stringify(news) });
  return seating;
}

it("a bot goes by its mark and its first name, a person by the name alone, or by the seat without one", () => {
  const seating = seated({ name: "Zélie" }, { bot: "bot:3", called: "Filou", level }, { nameless: true });
  expect(seating.names).toEqual(["Zélie", "⚙ Filou", "Player 3"]);
  expect(seating.whole(1)).toBe("⚙ Filou (regular)");
});

it("the seats tell the level of every bot, also of one that stands in", () => {
  const { container } = render(Seats, { seating: seated({ name: "Ana", stand_in: "bot:3", level }, { bot: "bot:3", called: "Filou", level }) });
  const shown = [...container.querySelectorAll("li")].map((seat) => seat.textContent.replace(/\s+/g, " ").trim());
  expect(shown).toEqual(["Ana ⚙ played by a bot (regular)", "⚙ Filou (regular)"]);
});

it("whoever waits makes a new link, and the old one is gone from the page", async () => {
  const ask = vi.fn(() => Promise.resolve(Response.json({ code: "fresh" }, { status: 201 })));
  vi.stubGlobal("fetch", ask);
  const seating = seated({ name: "Ana" }, {});
  seating.mine = [0];
  const { container, getByText } = render(Waiting, { seating, code: "stale" });
  expect(container.querySelector("code")!.textContent).toContain("#stale");
  getByText(english["web.invite.anew"]!).click();
  await waitFor(() => expect(container.querySelector("[data-renewed]")).toBeTruthy());
  expect(container.querySelector("code")!.textContent).toMatch(/#fresh$/);
  const [path, { method, body }] = ask.mock.calls.at(-1) as unknown as [string, RequestInit];
  expect([path, method, body]).toEqual(["/api/tables/x/invite", "POST", '{"anew":true}']);
});
