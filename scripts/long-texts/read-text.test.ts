import { expect, test } from "vitest";
import { readText } from "./read-text.ts";

const read = (body: string) => readText(`---\ntitle: A title\nlead: A lead: with a colon.\n---\n\n${body}`);

test("a text has fields, sections and parts", () => {
  expect(read("## One {% #one %}\n\nWords.\n\n### Part {% #401 %}\n\nMore.\n\n## Two {% #two %}\n")).toEqual({
    title: "A title",
    lead: "A lead: with a colon.",
    sections: [
      {
        id: "one",
        title: "One",
        body: [["p", ["Words."]]],
        parts: [{ id: "401", title: "Part", body: [["p", ["More."]]], parts: [] }],
      },
      { id: "two", title: "Two", body: [], parts: [] },
    ],
  });
});

const bodyOf = (body: string) => read(`## One {% #one %}\n\n${body}`).sections[0]?.body;

test("a paragraph can contain bold text, code, links and placeholders", () => {
  expect(bodyOf("Open **Settings**,\n`a_b`, [the guide](/djs/butt#obs) at {% $address %}.")).toEqual([
    [
      "p",
      [
        "Open ",
        ["b", ["Settings"]],
        ", ",
        ["code", ["a_b"]],
        ", ",
        ["a", "/djs/butt#obs", ["the guide"]],
        " at ",
        ["slot", "address"],
        ".",
      ],
    ],
  ]);
});

test("a placeholder in its own paragraph is a block", () => {
  expect(bodyOf("{% $panel %}\n\n- one\n- two\n")).toEqual([
    ["slot", "panel"],
    [
      "ul",
      [
        ["li", ["one"]],
        ["li", ["two"]],
      ],
    ],
  ]);
});

test("a block of code keeps its lines", () => {
  expect(bodyOf("```js\nconst a = {\n  b: `${c}`,\n};\n```\n\nWords.")).toEqual([
    ["pre", "const a = {\n  b: `${c}`,\n};"],
    ["p", ["Words."]],
  ]);
});

test("a condition has a sentence for each case", () => {
  expect(bodyOf("{% if $contact %}Write to {% $contact %}.{% else /%}Ask.{% /if %} End.")).toEqual([
    ["p", [["if", "contact", ["Write to ", ["slot", "contact"], "."], ["Ask."]], " End."]],
  ]);
});

test.each([
  ["what texts do not use", "> A quote", /Line 8: a blockquote/],
  ["a slot that is not closed", "Words {% $name", /Line 8: a text cannot be read/],
  ["another tag", "{% table %}x{% /table %}", /a table is no condition/],
  ["a heading without an id", "## Two", /a heading has no id/],
])("refuses %s", (_, body, message) => {
  expect(() => bodyOf(body)).toThrow(message);
});
