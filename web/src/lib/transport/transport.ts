/** What a table is asked through: the server, or this device. The page cannot tell the difference. */

/** The answer to a request, as it came. */
export interface Answer {
  status: number; // as of HTTP
  type: string; // of the content
  text: string;
}

/** A line to a table: frames of JSON both ways, until it is closed with a code. */
export interface Wire {
  readonly isOpen: boolean;
  send(text: string): void;
  close(): void;
}

/** Who hears what comes through a wire. */
export interface Hearer {
  open(): void;
  frame(text: string): void;
  close(code: number): void;
}

export interface Transport {
  /** Ask for something; a rejection means that nobody has answered. */
  ask(method: string, path: string, body?: string): Promise<Answer>;
  /** Listen to a table, from where `query` says. */
  open(table: string, query: string, hearer: Hearer): Wire;
}
