import { expect, test } from "vitest";
import { cleanText, cleanTitle, titleOfQuery } from "./title.ts";

test.each([
  ["song=Bj%C3%B6rk%20-%20J%C3%B3ga", { artist: "Björk", title: "Jóga" }],
  ["song=Bj%F6rk+-+J%F3ga&charset=ISO-8859-1", { artist: "Björk", title: "Jóga" }],
  ["song=Bj%F6rk+-+J%F3ga", { artist: "Björk", title: "Jóga" }],
  ["artist=A&title=B", { artist: "A", title: "B" }],
  ["artist=A&title=B+-+C", { artist: "A", title: "B - C" }],
  ["artist=New&title=Now&song=Old+-+Gone", { artist: "New", title: "Now" }],
  ["artist=A&song=A+-+B", { artist: "A", title: "B" }],
  ["song=A+-+B+-+C", { artist: "A", title: "B - C" }],
  ["song=Ana+%E2%80%93+One", { artist: "Ana", title: "One" }],
  ["song=Ana+%E2%80%94+One+-+Dub", { artist: "Ana", title: "One - Dub" }],
  ["song=Ana+%E2%88%92+One", { artist: "Ana", title: "One" }],
  ["song=Ana%E2%80%93Mo+-+One", { artist: "Ana–Mo", title: "One" }],
  ["artist=Ana&song=Ana+%E2%80%93+One", { artist: "Ana", title: "One" }],
  ["artist=Ana&song=Anaïs+-+One", { artist: "Ana", title: "Anaïs - One" }],
  ["song=Ana+%E2%80%93", { artist: "", title: "Ana –" }],
  ["song=Just+a+name", { artist: "", title: "Just a name" }],
  ["artist=Ana&title=Unknown", { artist: "Ana", title: "Unknown" }],
  ["song=Unknown", { artist: "", title: "" }],
  ["song=Unknown+Artist+-+Unknown", { artist: "", title: "" }],
  ["song=-", { artist: "", title: "-" }],
  ["song=%22%27%3C%5D%5D%3E%26amp%3B", { artist: "", title: "\"'<]]>&amp;" }],
  ["song=a%00b%0Ac%E2%80%AEd", { artist: "", title: "a b cd" }],
])("%s", (query, expected) => {
  expect(titleOfQuery(query)).toEqual(expected);
});

test.each(["", "song=", "song=%20%00%E2%80%8B", "artist=&title=", "mode=updinfo"])(
  "%j contains no title",
  (query) => expect(titleOfQuery(query)).toBeUndefined(),
);

test("a title is NFC, one line, and at most 200 characters long", () => {
  expect(cleanText("e\u0301\n\u202ex\ud800")).toBe("é x\ufffd");
  expect(cleanText("🎧".repeat(1_000))).toBe("🎧".repeat(200));
});

test("an artist without a title becomes the title", () => {
  expect(cleanTitle({ artist: "Somebody", title: " " })).toEqual({ artist: "", title: "Somebody" });
});
