import { expect, test } from "vitest";
import { encodeText } from "#tests/helpers/encode-text.ts";
import {
  type Charset,
  charsetNames,
  charsets,
  decodeAs,
  decodeUndeclared,
  findCharset,
} from "./undeclared.ts";

const names: Readonly<Record<string, { charsets: Charset[]; names: string[] }>> = {
  Russian: {
    charsets: ["windows-1251", "koi8-u", "iso-8859-5"],
    names: ["Нора Вейл - Янтарь", "Кайт - Отлив", "Земфира - Хочешь?", "Кино - Группа крови"],
  },
  Ukrainian: {
    charsets: ["windows-1251", "koi8-u"],
    names: ["Океан Ельзи - Обійми", "Скрябін - Місця щасливих людей"],
  },
  Polish: {
    charsets: ["windows-1250", "iso-8859-2"],
    names: ["Myslovitz - Długość dźwięku samotności", "Łona - Żeby nie było", "Republika - Biała flaga"],
  },
  Czech: {
    charsets: ["windows-1250", "iso-8859-2"],
    names: ["Jaromír Nohavica - Těšínská", "Čechomor - Proměny", "Lucie - Chci zas v tobě spát"],
  },
  Hungarian: {
    charsets: ["windows-1250", "iso-8859-2"],
    names: ["Omega - Gyöngyhajú lány", "Quimby - Most múlik pontosan", "Lajkó Félix - Szőke esős ősz"],
  },
  German: {
    charsets: ["windows-1252"],
    names: ["Die Ärzte - Männer sind Schweine", "Grönemeyer - Flugzeuge im Bauch", "Björk - Jóga"],
  },
  French: {
    charsets: ["windows-1252"],
    names: ["Étienne Daho - Week-end à Rome", "Françoise Hardy - Tous les garçons", "Noir Désir - L’été"],
  },
  Portuguese: { charsets: ["windows-1252"], names: ["Legião Urbana - Índios", "Céu - Malemolência"] },
  Greek: {
    charsets: ["windows-1253", "iso-8859-7"],
    names: ["Ξύλινα Σπαθιά - Ρίτα", "Χάρις Αλεξίου - Όλα σε θυμίζουν", "Νατάσσα - Θέλω"],
  },
  Turkish: {
    charsets: ["windows-1254"],
    names: ["Barış Manço - Gülpembe", "Sezen Aksu - Şarkı söylemek lazım", "Tarkan - Şımarık"],
  },
  Japanese: {
    charsets: ["shift_jis", "euc-jp"],
    names: ["宇多田 - 光の部屋", "坂本 - 夜のバス", "サカナクション - 新宝島", "米津玄師 - レモン"],
  },
  Korean: {
    charsets: ["euc-kr"],
    names: ["아이유 - 밤편지", "혁오 - 위잉위잉", "방탄소년단 - 봄날", "빈지노 - 아쿠아맨"],
  },
  "traditional Chinese": {
    charsets: ["big5"],
    names: ["周杰倫 - 夜曲", "五月天 - 倔強", "告五人 - 愛人錯過"],
  },
  "simplified Chinese": {
    charsets: ["gb18030"],
    names: ["崔健 - 一无所有", "万能青年旅店 - 杀死那个石家庄人"],
  },
};
const cases = Object.entries(names).flatMap(([language, { charsets: used, names: all }]) =>
  used.map((charset) => ({ language, charset, all })),
);

test.each(cases)("names in $language are read in $charset, alone and in a list", ({ charset, all }) => {
  for (const text of [...all, all.map((name, index) => `${index * 4}:00 ${name}`).join("\r\n")]) {
    const bytes = encodeText(text, charset);
    expect(decodeUndeclared(bytes)).toMatchObject({ text, isGuessed: true });
    expect(decodeAs(bytes, charset)).toBe(text);
  }
});

test("what is UTF-8 or UTF-16 is not guessed", () => {
  const text = "0:00 Нора Вейл - Янтарь\n2:10 坂本 - 夜のバス\n";
  const utf8 = new TextEncoder().encode(text);
  expect(decodeUndeclared(utf8)).toEqual({ text, charset: "utf-8", isGuessed: false });
  expect(decodeUndeclared(new TextEncoder().encode("ASCII"))).toMatchObject({
    charset: "utf-8",
    isGuessed: false,
  });
  for (const mark of ["", "\ufeff"]) {
    const little = Uint8Array.from(Buffer.from(mark + text, "utf16le"));
    const big = Uint8Array.from(Buffer.from(mark + text, "utf16le").swap16());
    expect(decodeUndeclared(little)).toEqual({ text, charset: "utf-16le", isGuessed: false });
    expect(decodeUndeclared(big)).toEqual({ text, charset: "utf-16be", isGuessed: false });
  }
  // Cut within a letter.
  expect(decodeUndeclared(utf8.subarray(0, -6))).toMatchObject({ charset: "utf-8", isGuessed: true });
});

test("a charset is found by any of its labels, and every one has a name", () => {
  expect(["cp1251", "Shift-JIS", "ISO-8859-1", "UTF8", "KOI8-R", "cp936"].map(findCharset)).toEqual([
    "windows-1251",
    "shift_jis",
    "windows-1252",
    "utf-8",
    "koi8-u",
    "gb18030",
  ]);
  expect(findCharset("no such charset")).toBeNull();
  for (const charset of charsets) expect(charsetNames[charset]).toMatch(/^\p{Lu}/u);
});
