import { expect, test } from "vitest";
import { cleanTitle, titleOfQuery } from "./title.ts";

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
  ["song=Ana+%E2%80%93", { artist: "", title: "Ana" }],
  ["song=Just+a+name", { artist: "", title: "Just a name" }],
  ["artist=Ana&title=Unknown", { artist: "Ana", title: "Unknown" }],
  ["song=Unknown", { artist: "", title: "" }],
  ["song=Unknown+Artist+-+Unknown", { artist: "", title: "" }],
  ["song=-", { artist: "", title: "-" }],
  ["song=%22%27%3C%5D%5D%3E%26amp%3B", { artist: "", title: "\"'<]]>&" }],
  ["song=+-+Low+Tide", { artist: "", title: "Low Tide" }],
  ["song=-+Low+Tide", { artist: "", title: "Low Tide" }],
  ["song=+%E2%80%93+Low+Tide", { artist: "", title: "Low Tide" }],
  ["song=+-+Nora+Vale+-+Low+Tide", { artist: "Nora Vale", title: "Low Tide" }],
  ["song=Nora+Vale+-+", { artist: "", title: "Nora Vale" }],
  ["song=Nora+Vale+-+-+Low+Tide", { artist: "Nora Vale", title: "Low Tide" }],
  ["artist=Nora+Vale&song=Nora+Vale+-+", { artist: "", title: "Nora Vale" }],
  ["song=+-+", { artist: "", title: "" }],
  ["song=+%E2%80%93+-+", { artist: "", title: "" }],
  ["title=+-+", { artist: "", title: "" }],
  ["song=Unknown+-+", { artist: "", title: "" }],
  [
    "song=Don%26%238217%3Bt+%26amp%3B+Stop+%26%238211%3B+Caf%26eacute%3B",
    { artist: "Don’t & Stop", title: "Café" },
  ],
  ["artist=R%26amp%3Bamp%3BB&title=%26%23146%3B%26%23x2764%3B", { artist: "R&amp;B", title: "’❤" }],
  ["title=AT%26T%3B+%26nonsense%3B+%26%230%3B", { artist: "", title: "AT&T; &nonsense;" }],
  ["title=a%26%2310%3Bb%26%23x202e%3Bc", { artist: "", title: "a bc" }],
  ["song=%CF%E5%F1%ED%FF+-+%CC%EE%F0%E5&charset=windows-1251", { artist: "Песня", title: "Море" }],
  ["charset=ISO-8859-2&artist=%B3%F3d%BC&title=%BFar", { artist: "łódź", title: "żar" }],
  ["song=%89%CC+-+%8AC&charset=Shift_JIS", { artist: "歌", title: "海" }],
  ["song=%B3%EB%B7%A1+-+%C4%A1&charset=cp949", { artist: "노래", title: "치" }],
  ["song=%CF%E5%F1%ED%FF+-+%CC%EE%F0%E5", { artist: "Песня", title: "Море" }],
  ["song=%CF%E5%F1%ED%FF+-+%CC%EE%F0%E5&charset=x-unheard-of", { artist: "Песня", title: "Море" }],
  ["song=Bj%C3%B6rk+-+J%C3%B3ga&charset=ISO-8859-1", { artist: "Björk", title: "Jóga" }],
  ["song=a%00b%0Ac%E2%80%AEd", { artist: "", title: "a b cd" }],
])("%s", (query, expected) => {
  expect(titleOfQuery(query)).toEqual(expected);
});

test.each(["", "song=", "song=%20%00%E2%80%8B", "artist=&title=", "mode=updinfo"])(
  "%j contains no title",
  (query) => expect(titleOfQuery(query)).toBeUndefined(),
);

test("a title is NFC, one line, and at most 200 characters long", () => {
  const titleOf = (title: string) => cleanTitle({ artist: "", title })?.title;
  expect(titleOf("e\u0301\n\u202ex\ud800")).toBe("é x\ufffd");
  expect(titleOf("🎧".repeat(1_000))).toBe("🎧".repeat(200));
});

test("an artist without a title becomes the title", () => {
  expect(cleanTitle({ artist: "Somebody", title: " " })).toEqual({ artist: "", title: "Somebody" });
});
