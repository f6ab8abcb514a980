import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { creditedNames, creditParts } from "./credits.ts";
import { identifyTrack, inPlainLetters } from "./identity.ts";

const keyOf = ([artist, title]: readonly [string, string]) => identifyTrack(artist, title).key;

describe("the track key ignores", () => {
  test.each<[string, [string, string], [string, string]]>([
    ["case", ["DAFT PUNK", "aerodynamic"], ["Daft Punk", "Aerodynamic"]],
    ["case of letters that have none alone", ["STRASSE", "ΟΔΟΣ"], ["Straße", "οδος"]],
    ["spacing", ["  Ana \t Mo ", "One\u00a0Two"], ["Ana Mo", "One Two"]],
    ["invisible characters", ["A\u200bna", "\u2066One\u2069"], ["Ana", "One"]],
    ["full width", ["Ａｎａ", "Ｏｎｅ（Dub）"], ["Ana", "One (Dub)"]],
    ["composed accents", ["Beyonce\u0301", "De\u0301ja\u0300"], ["Beyonc\u00e9", "D\u00e9j\u00e0"]],
    ["quotes", ["Ana", "Don’t “Go”"], ["Ana", 'Don\'t "Go"']],
    ["a lone acute accent for an apostrophe", ["Ana", "Don´t"], ["Ana", "Don't"]],
    ["dashes", ["Jay‐Z", "One — Two"], ["Jay-Z", "One - Two"]],
    ["and", ["Simon & Garfunkel", "Salt & Sky"], ["Simon and Garfunkel", "Salt and Sky"]],
    ["versus", ["Ana vs. Ben", "One"], ["Ana vs Ben", "One"]],
    ["times", ["Ana × Ben", "One"], ["Ana x Ben", "One"]],
    ["ft.", ["Ana ft. Ben", "One"], ["Ana feat. Ben", "One"]],
    ["ft without its dot", ["Ana ft Ben", "One"], ["Ana Featuring Ben", "One"]],
    ["a guest in brackets", ["Ana (feat. Ben)", "One"], ["Ana feat. Ben", "One"]],
    ["a guest in the title", ["Ana", "One (feat. Ben)"], ["Ana feat. Ben", "One"]],
    ["a bare guest in the title", ["Ana", "One ft. Ben"], ["Ana feat. Ben", "One"]],
    ["a bare guest without a dot", ["Ana", "One ft Ben"], ["Ana feat. Ben", "One"]],
    ["another word without a dot", ["Ana", "One Feat BEN"], ["Ana feat. Ben", "One"]],
    [
      "a guest without a dot, of a remix",
      ["Ana", "One feat Ben [Cy Remix]"],
      ["Ana", "One (Cy Remix) (ft Ben)"],
    ],
    ["a guest after a number", ["Ana", "1999 feat. Ben"], ["Ana feat. Ben", "1999"]],
    [
      "a guest in the title of a remix",
      ["Ana", "One feat. Ben (Cy Remix)"],
      ["Ana feat. Ben", "One (Cy Remix)"],
    ],
    ["a guest behind the remix", ["Ana", "One (Cy Remix) [ft. Ben]"], ["Ana feat. Ben", "One (Cy Remix)"]],
    ["a guest who is named twice", ["Ana feat. Ben", "One (feat. Ben)"], ["Ana feat. Ben", "One"]],
    ["the order of guests", ["Ana feat. Cy & Ben", "One"], ["Ana feat. Ben, Cy", "One"]],
    ["one guest after another", ["Ana feat. Cy", "One (feat. Ben)"], ["Ana feat. Ben feat. Cy", "One"]],
    ["kinds of brackets", ["Ana", "One [Dub Mix]"], ["Ana", "One (Dub Mix)"]],
    ["a version behind a dash", ["Ana", "One - Cy Remix"], ["Ana", "One (Cy Remix)"]],
    ["space at brackets", ["Ana", "One(Dub Mix )"], ["Ana", "One (Dub Mix)"]],
    ["[Free Download]", ["Ana", "One [Free Download]"], ["Ana", "One"]],
    ["(FREE DL)", ["Ana", "One (FREE DL)"], ["Ana", "One"]],
    ["(Official Music Video)", ["Ana", "One (Official Music Video)"], ["Ana", "One"]],
    ["a label", ["Ana", "One (Dub Mix) [Night Bus Records]"], ["Ana", "One (Dub Mix)"]],
    ["a catalogue number", ["Ana", "One [NBR012]"], ["Ana", "One"]],
    ["the name of a file", ["Ana", "One (Dub Mix).mp3"], ["Ana", "One (Dub Mix)"]],
    ["right to left", ["فيروز", "نسم\u200fعلينا"], ["فيروز", "نسمعلينا"]],
  ])("%s", (_, one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });
});

describe("the track key distinguishes", () => {
  test.each<[string, [string, string], [string, string]]>([
    ["(Original Mix) says which it is", ["Ana", "One (Original Mix)"], ["Ana", "One"]],
    ["a remix", ["Ana", "One (Cy Remix)"], ["Ana", "One"]],
    ["the remix of somebody else", ["Ana", "One (Cy Remix)"], ["Ana", "One (Dee Remix)"]],
    ["radio edit and extended mix", ["Ana", "One (Radio Edit)"], ["Ana", "One (Extended Mix)"]],
    ["a version with a guest", ["Ana", "One (feat. Ben)"], ["Ana", "One"]],
    ["another guest", ["Ana feat. Ben", "One"], ["Ana feat. Cy", "One"]],
    ["an accent", ["Ana", "Te"], ["Ana", "Té"]],
    ["another artist of the same title", ["Ana", "One"], ["Ben", "One"]],
    ["the order of artists", ["Ana & Ben", "One"], ["Ben & Ana", "One"]],
    ["artist and title the other way round", ["Ana", "One"], ["One", "Ana"]],
    ["a year in brackets", ["Ana", "One [Live 2019]"], ["Ana", "One"]],
    ["a part in brackets", ["Ana", "One [Part 2]"], ["Ana", "One"]],
    ["a feat that is a deed", ["Ana", "A Feat of Strength"], ["Ana feat. of Strength", "A"]],
    ["a feat that is a small one", ["Ana", "No Feat Alone"], ["Ana feat. Alone", "No"]],
    ["feet", ["Ana", "20 ft. Under"], ["Ana feat. Under", "20"]],
    ["feet without a dot", ["Ana", "6 ft Deep"], ["Ana feat. Deep", "6"]],
    ["feet of something", ["Ana", "Many Ft of Snow"], ["Ana feat. of Snow", "Many"]],
    ["nothing but junk", ["Ana", "[Free Download]"], ["Ana", "[Out Now]"]],
  ])("%s", (_, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });
});

test("the key of a plain spelling is artist and title in lower case", () => {
  expect(keyOf(["Ana", "One"])).toBe("ana\none");
  expect(keyOf(["", "One"])).toBe("\none");
  expect(keyOf(["Ana", ""])).toBe("ana\n");
  expect(keyOf(["Ana ft. Ben", "One"])).toBe("ana feat. ben\none");
});

test("the displayed title is as written, without tags that are not part of it", () => {
  expect(identifyTrack("ANA ft. Ben", "One’s (Dub Mix) [Free Download]")).toMatchObject({
    artist: "ANA ft. Ben",
    title: "One’s (Dub Mix)",
  });
  expect(identifyTrack("Ana", "(Free Download)").title).toBe("(Free Download)");
});

test("a name is stored in plain letters, and otherwise as it was written", () => {
  expect(inPlainLetters("ＷＩＤＥ 𝐁𝐨𝐥𝐝 ﬁne")).toBe("WIDE Bold fine");
  expect(inPlainLetters("Sigur Rós ½² ™ 東京 Δ")).toBe("Sigur Rós ½² ™ 東京 Δ");
});

describe("credited artists", () => {
  test.each<[string, string[]]>([
    ["", []],
    ["Ana", ["Ana"]],
    ["Ana feat. Ben", ["Ana", "Ben"]],
    ["Ana FT Ben", ["Ana", "Ben"]],
    ["Ana (feat. Ben)", ["Ana", "Ben"]],
    ["Ana [Featuring Ben x Cy] vs. Dee", ["Ana", "Ben", "Cy", "Dee"]],
    ["Ana x Ben", ["Ana", "Ben"]],
    ["Ana × Ben", ["Ana", "Ben"]],
    ["Ana VS Ben", ["Ana", "Ben"]],
    ["Lil Nas X ft. Cardi B", ["Lil Nas X", "Cardi B"]],
    ["ANA X BEN", ["ANA X BEN"]],
    ["Simon & Garfunkel", ["Simon & Garfunkel"]],
    ["Earth, Wind & Fire", ["Earth, Wind & Fire"]],
    ["Tyler, The Creator", ["Tyler, The Creator"]],
    ["Florence + the Machine", ["Florence + the Machine"]],
    ["AC/DC", ["AC/DC"]],
    ["Little Feat", ["Little Feat"]],
    ["Versus", ["Versus"]],
    ["x", ["x"]],
    ["Ana (UK)", ["Ana (UK)"]],
    ["Ana (UK) feat. Ben (US)", ["Ana (UK)", "Ben (US)"]],
    ["فيروز feat. زياد", ["فيروز", "زياد"]],
  ])("%j", (artist, names) => {
    expect(creditedNames(artist)).toEqual(names);
  });

  test("list guests of the title after those of the artist, without duplicates and empty names", () => {
    expect(identifyTrack("Ana feat. Ben", "One (ft. BEN) (feat. Cy & Dee)").artists).toEqual([
      { key: "ana", name: "Ana" },
      { key: "ben", name: "Ben" },
      { key: "cy and dee", name: "Cy & Dee" },
    ]);
    expect(identifyTrack("", "One").artists).toEqual([]);
  });
});

const word = fc.stringMatching(/^[\p{L}\p{N}'’&.,!-]{1,8}$/u);
const hostile = fc.constantFrom(
  " feat. ",
  " ft ",
  "(",
  ")",
  "[",
  "]",
  " x ",
  " × ",
  " vs. ",
  " - ",
  " & ",
  "\u200f",
  "\u0301",
  " (Dub Mix)",
  "[Free Download]",
  "(feat. ",
  ".mp3",
  "ß",
  "İ",
  "ς",
  "ﬁ",
  "👩🏽‍🎤",
  "日本",
  "…",
);
const text = fc.array(fc.oneof(word, hostile), { maxLength: 8 }).map((parts) => parts.join(""));

describe("for any artist and title", () => {
  test("the key does not depend on how a guest is introduced in the title", () => {
    const plain = fc.stringMatching(/^[B-Z][a-z]{2,6}$/u);
    const introduced = fc.constantFrom(
      " ft. ",
      " ft ",
      " FEAT ",
      " feat. ",
      " Featuring ",
      " (ft ",
      " [Feat. ",
    );
    fc.assert(
      fc.property(plain, plain, plain, introduced, (artist, title, guest, by) => {
        fc.pre(!/^(?:the|this|that|our|feat|your|featuring)$/i.test(title));
        const close = by.includes("(") ? ")" : by.includes("[") ? "]" : "";
        expect(keyOf([artist, `${title}${by}${guest}${close}`])).toBe(
          keyOf([`${artist} feat. ${guest}`, title]),
        );
      }),
    );
  });

  test("the key does not depend on case, outer whitespace or composition of accents", () => {
    fc.assert(
      fc.property(text, text, (artist, title) => {
        const key = keyOf([artist, title]);
        expect(keyOf([artist.toLowerCase(), title.toLowerCase()])).toBe(key);
        expect(keyOf([artist.normalize("NFD"), title.normalize("NFD")])).toBe(key);
        expect(keyOf([`  ${artist} `, ` ${title}  `])).toBe(key);
      }),
    );
  });

  test("the key has two lines that are empty only if their input is", () => {
    fc.assert(
      fc.property(word, word, (artist, title) => {
        const lines = keyOf([artist, title]).split("\n");
        expect(lines).toHaveLength(2);
        expect(lines.every((line) => line !== "")).toBe(true);
      }),
    );
  });

  test("the credit parts join to the artist", () => {
    fc.assert(
      fc.property(text, (artist) => {
        const parts = creditParts(artist);
        expect(parts.map((part) => part.text).join("")).toBe(artist);
        expect(parts.some(({ isName }) => isName)).toBe(artist.trim() !== "");
      }),
    );
  });
});
