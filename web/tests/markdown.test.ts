// @vitest-environment node
import { describe, expect, it } from "vitest";
import { markdown } from "../src/lib/markdown";

describe("a rules page", () => {
  it("is headings, paragraphs, lists, tables and drawings", () => {
    const page = "# Title\n\nA line\nand its end.\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nx o\n```\n";
    expect(markdown(page)).toEqual([
      { kind: "head", level: 1, text: "Title" },
      { kind: "text", text: "A line and its end." },
      { kind: "list", items: ["one more", "two"] },
      { kind: "table", head: ["a", "b"], rows: [["1", "2"]] },
      { kind: "code", text: "x o" },
    ]);
  });
  it("takes a heading apart from what follows it at once", () => {
    expect(markdown("## Head\ntext").map((block) => block.kind)).toEqual(["head", "text"]);
  });
  it("keeps the words of links, stress and code, and no signs", () => {
    expect(markdown("See [the *rules*](x.md) in `a_b`, **now**.")).toEqual([{ kind: "text", text: "See the rules in a_b, now." }]);
  });
  it("keeps the names of options as they are", () => {
    expect(markdown("**The `single_victim` option** and 6 * 6")).toEqual([{ kind: "text", text: "The single_victim option and 6 * 6" }]);
  });
  it("leaves out comments and never makes HTML", () => {
    expect(markdown("<!-- made by hand -->\n\n<b>x</b>")).toEqual([{ kind: "text", text: "<b>x</b>" }]);
  });
  it("reads numbered lists", () => expect(markdown("1. a\n2. b")).toEqual([{ kind: "list", items: ["a", "b"] }]));
  it("keeps a drawing with empty lines in one piece", () => {
    expect(markdown("```\na\n\nb\n```\n\nend").map((block) => block.kind)).toEqual(["code", "text"]);
  });
});
