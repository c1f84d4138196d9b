/** Just as much Markdown as the rules pages use, as plain text in blocks: nothing is HTML. */

export type Block =
  | { kind: "head"; level: number; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "code"; text: string }
  | { kind: "text"; text: string };

// Code, or a sign of stress: an asterisk that touches a word, an underscore at the edge of one.
const SIGNS = /`([^`]*)`|(?<!\s)\*{1,2}|\*{1,2}(?!\s)|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)/g;

const plain = (text: string) =>
  text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(SIGNS, (_, code?: string) => code ?? "")
    .replace(/\s*\n\s*/g, " ")
    .trim();

const cells = (line: string) => line.split("|").slice(1, -1).map(plain);

const ITEM = /^(?:-|\d+\.) /;

export function markdown(page: string): Block[] {
  const parts = page.split(/^```\w*\n([\s\S]*?)\n```$/m);
  return parts.flatMap((part, i) => (i % 2 === 1 ? { kind: "code", text: part } : blocks(part)));
}

/** The blocks of a page without drawings; an indented paragraph goes on with its list. */
function blocks(page: string): Block[] {
  return page.split(/\n{2,}(?! {2})/).flatMap((part) => {
    const lines = part.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("<!--"));
    return lines.length > 0 ? block(lines) : [];
  });
}

function block(lines: string[]): Block[] {
  const first = lines[0]!;
  const head = /^(#+) (.*)/.exec(first);
  if (head) return [{ kind: "head", level: head[1]!.length, text: plain(head[2]!) }, ...blocks(lines.slice(1).join("\n"))];
  if (first.startsWith("|")) return [{ kind: "table", head: cells(first), rows: lines.slice(2).map(cells) }];
  if (first.startsWith("    ")) return [{ kind: "code", text: lines.join("\n") }];
  if (!ITEM.test(first)) return [{ kind: "text", text: plain(lines.join("\n")) }];
  const items = lines.join("\n").split(/\n(?=(?:-|\d+\.) )/);
  return [{ kind: "list", items: items.map((item) => plain(item.replace(ITEM, ""))) }];
}
