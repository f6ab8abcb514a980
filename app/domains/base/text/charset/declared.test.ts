import { describe, expect, test } from "vitest";
import { decodeDeclared } from "./declared.ts";

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const utf8 = (text: string) => new TextEncoder().encode(text);

describe("a declared charset is believed,", () => {
  test.each([
    ["windows-1251", "cfe5f1edff", "Песня"],
    ["CP1251", "cfe5f1edff", "Песня"],
    ["win-1251", "cfe5f1edff", "Песня"],
    ["1251", "cfe5f1edff", "Песня"],
    ["koi8-r", "f0c5d3ced1", "Песня"],
    ["KOI8_R", "f0c5d3ced1", "Песня"],
    ["cp866", "8fa5e1adef", "Песня"],
    ["ISO-8859-5", "bfd5e1ddef", "Песня"],
    ["ISO-8859-2", "b3f3dfbe", "łóßž"],
    ["iso8859_2", "b3f3dfbe", "łóßž"],
    ["8859-2", "b3f3dfbe", "łóßž"],
    ["latin-2", "b3f3dfbe", "łóßž"],
    ["cp1250", "b3f39e", "łóž"],
    ["ISO-8859-1", "426af672", "Björ"],
    ["latin1", "426af6", "Bjö"],
    ["ISO-8859-15", "a4", "€"],
    ["ISO-8859-7", "d4f1e1e3ef", "Τραγο"],
    ["windows-1254", "fefdf0", "şığ"],
    ["Shift_JIS", "89cc", "歌"],
    ["SJIS", "89cc", "歌"],
    ["cp932", "89cc", "歌"],
    ["MS932", "89cc", "歌"],
    ["Windows-31J", "89cc", "歌"],
    ["EUC-JP", "b2ce", "歌"],
    ["ISO-2022-JP", "1b2442324e", "歌"],
    ["cp949", "b3ebb7a1", "노래"],
    ["uhc", "b3ebb7a1", "노래"],
    ["EUC-KR", "b3ebb7a1", "노래"],
    ["x-windows-949", "b3ebb7a1", "노래"],
    ["euc-kr", "c4a1", "치"],
    ["GB2312", "b8e8c7fa", "歌曲"],
    ["cp936", "b8e8c7fa", "歌曲"],
    ["GB18030", "b8e8c7fa", "歌曲"],
    ["Big5", "ba71a6b1", "歌曲"],
    ["cp950", "ba71a6b1", "歌曲"],
    ['"windows-1251"', "cfe5f1edff", "Песня"],
    ["utf-16le", "1f043504", "Пе"],
    ["UTF-16BE", "041f0435", "Пе"],
  ])("by the name %s", (label, hex, text) => {
    expect(decodeDeclared(bytes(hex), label)).toBe(text);
  });

  test.each([
    "windows-1251",
    "ISO-8859-1",
    "iso-8859-2",
    "shift_jis",
    "cp949",
    "gbk",
    "utf-16le",
    "nonsense",
    "",
  ])("unless the bytes are UTF-8: %s", (label) => {
    for (const text of ["Plain - Words", "歌曲の노래"]) expect(decodeDeclared(utf8(text), label)).toBe(text);
  });

  test.each(["windows-1251", "ISO-8859-1", "iso-8859-2", "koi8-r", "cp1252"])(
    "unless the bytes are UTF-8, in any script: %s",
    (label) => {
      for (const text of ["Björk – Jóga", "Песня", "Łódź"])
        expect(decodeDeclared(utf8(text), label)).toBe(text);
    },
  );

  test("unless the bytes cannot be in it", () => {
    expect(decodeDeclared(bytes("426af6726b"), "utf-8")).toBe("Björk");
    expect(decodeDeclared(bytes("426af6726b"), "no-such-charset")).toBe("Björk");
    expect(decodeDeclared(bytes("426af6726b"), "shift_jis")).toBe("Björk");
  });
});

test("of a character that is cut off at the end nothing is left", () => {
  expect(decodeDeclared(bytes("89cc89"), "shift_jis")).toBe("歌");
});
