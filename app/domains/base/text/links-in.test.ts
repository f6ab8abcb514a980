import { expect, test } from "vitest";
import { linksIn } from "./links-in.ts";

const links = (text: string) => linksIn(text).flatMap(({ href }) => href ?? []);

test("addresses become links without the punctuation that ends the sentence", () => {
  const parts = linksIn("Look: https://cue.example/room/a, and http://b.example/?q=1.");
  expect(parts.map(({ at, text, href }) => ({ at, text, href }))).toEqual([
    { at: 0, text: "Look: ", href: null },
    { at: 6, text: "https://cue.example/room/a", href: "https://cue.example/room/a" },
    { at: 32, text: ", and ", href: null },
    { at: 38, text: "http://b.example/?q=1", href: "http://b.example/?q=1" },
    { at: 59, text: ".", href: null },
  ]);
  expect(links("(https://cue.example/a)")).toEqual(["https://cue.example/a"]);
  expect(links("https://cue.example/wiki/Cue_(music)")).toEqual(["https://cue.example/wiki/Cue_(music)"]);
});

test("only http and https addresses without a password become links", () => {
  for (const text of [
    "javascript:alert(1)",
    "data:text/html,hello",
    "ftp://files.example/",
    "https://cue.example@elsewhere.example/",
    "https://",
    "nothttps://cue.example",
    "no address at all",
  ])
    expect(links(text)).toEqual([]);
});

test("the joined parts equal the text", () => {
  for (const text of [
    "",
    "a",
    "https://a.example",
    "  https://a.example https://b.example!!  ",
    "ירושלים https://ש.example",
  ])
    expect(
      linksIn(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
});

test.each([
  ["https://аpple.com/login", "xn--pple-43d.com"],
  ["https://例え.jp", "xn--r8jz45g.jp"],
  ["https://elsewhere.example/אבג", "elsewhere.example"],
  ["http://2130706433/", "127.0.0.1"],
  ["https://elsewhere.example\\.cue.example/", "elsewhere.example"],
  ["https://cue%2eexample/", "cue.example"],
  ["https://EXAMPLE.com:8443/a?b#c", null],
  ["http://cue.example", null],
])("%s is shown with the host %s", (text, host) => {
  expect(linksIn(text)[0]).toMatchObject({ host });
});
