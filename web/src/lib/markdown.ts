/** Just as much Markdown as the rules pages use, as plain text in blocks: nothing is HTML. */

export type Block =
  | { kind: "head"; level: number; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "code"; text: string }
  | { kind: "text"; text: string };

const plain = (text: string) =>
  text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/[*_]{1,2}(\S(?:.*?\S)?)[*_]{1,2}/g, "$1")
    .replace(/`([^`]*)`/g, "$1")
    .trim();

const cells = (line: string) => line.split("|").slice(1, -1).map(plain);

export function markdown(page: string): Block[] {
  const blocks: Block[] = [];
  for (const part of page.split(/\n{2,}(?![ ]{2})/)) {
    const lines = part.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("<!--"));
    const first = lines[0];
    if (first === undefined) continue;
    const head = /^(#+) (.*)/.exec(first);
    if (head) {
      blocks.push({ kind: "head", level: head[1]!.length, text: plain(head[2]!) });
      if (lines.length > 1) blocks.push(...markdown(lines.slice(1).join("\n")));
    } else if (first.startsWith("```")) {
      blocks.push({ kind: "code", text: lines.filter((line) => !line.startsWith("```")).join("\n") });
    } else if (first.startsWith("|")) {
      blocks.push({ kind: "table", head: cells(first), rows: lines.slice(2).map(cells) });
    } else if (/^(-|\d+\.) /.test(first)) {
      const items = lines.join("\n").split(/\n(?=(?:-|\d+\.) )/);
      blocks.push({ kind: "list", items: items.map((item) => plain(item.replace(/^(-|\d+\.) /, "").replace(/\n/g, " "))) });
    } else if (first.startsWith("    ")) {
      blocks.push({ kind: "code", text: lines.join("\n") });
    } else {
      blocks.push({ kind: "text", text: plain(lines.join(" ")) });
    }
  }
  return blocks;
}
