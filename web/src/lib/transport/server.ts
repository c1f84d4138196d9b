/** The server: plain requests, and a socket for every table. */

import type { Hearer, Transport, Wire } from "./transport";

class Socket implements Wire {
  private readonly ws: WebSocket;

  constructor(table: string, query: string, hearer: Hearer) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.ws = new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket?${query}`);
    this.ws.onopen = () => hearer.open();
    this.ws.onmessage = (event) => hearer.frame(String(event.data));
    this.ws.onclose = (event) => hearer.close(event.code);
  }

  get isOpen(): boolean {
    return this.ws.readyState === WebSocket.OPEN;
  }

  send(text: string): void {
    this.ws.send(text);
  }

  close(): void {
    this.ws.close();
  }
}

export const server: Transport = {
  async ask(method, path, body) {
    const answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.status, type: answer.headers.get("content-type") ?? "", text: await answer.text() };
  },
  open: (table, query, hearer) => new Socket(table, query, hearer),
};
