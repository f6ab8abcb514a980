import { describe, expect, test } from "vitest";
import { checkUsername, cleanUsername, foldUsername } from "./rules.ts";
import { lookOfUsername, toUsernameClaims } from "./usernames.ts";

describe("a username", () => {
  test.each([
    "Ana",
    "DJ Žižek",
    "坂本 龍一",
    "坂本\u3000龍一",
    "प्रिया",
    "ကြွေး",
    "שָׁלוֹם",
    "mix.tape_99",
    "محمد",
    "a",
    "o.",
  ])("can be %s", (name) => {
    expect(checkUsername(name)).toEqual({ ok: true });
  });

  test.each([
    "",
    "   ",
    "_ana",
    ".ana",
    "ana..b",
    "ana__b",
    "ana._b",
    "ana  b",
    "ana \u3000b",
    "ana _b",
    "a@b",
    "<b>",
    "emoji🎧",
    "zero\u200bwidth",
    "ana\u3164",
    "a\ufe0fna",
    "z\u0300\u0301\u0302\u0303a",
    "x".repeat(31),
    "\u{102a0}daMarlow",
    "AdaMarlow\u{13441}",
    "Ada\u{13442}Marlow",
  ])("%j is invalid", (name) => {
    expect(checkUsername(name)).toEqual({ ok: false, code: "username-invalid" });
  });
});

/**
 * A second implementation of the username rule: read letter by letter, without a pattern for the whole. Letters,
 * digits, spaces, dots and underscores only; no underscore or dot first; no two of them, or of spaces, in a row; 1 to
 * 30 characters; marks only where they belong to a letter, neither invisible nor stacked.
 */
function isAllowed(typed: string): boolean {
  const characters = Array.from(typed.normalize("NFC"), (character) =>
    character !== " " && /^\p{General_Category=Space_Separator}$/u.test(character) ? " " : character,
  );
  while (isOuterSpace(characters[0])) characters.shift();
  while (isOuterSpace(characters.at(-1))) characters.pop();
  if (characters.length < 1 || characters.length > 30) return false;
  let previous: "none" | "letter" | "separator" = "none";
  let marks = 0;
  let accentsInARow = 0;
  for (const character of characters) {
    if (/^\p{Default_Ignorable_Code_Point}$/u.test(character)) return false;
    accentsInARow = /^\p{Script=Zinh}$/u.test(character) ? accentsInARow + 1 : 0;
    if (accentsInARow > 2) return false;
    if (/^\p{Letter}$|^\p{Decimal_Number}$/u.test(character)) {
      previous = "letter";
      marks = 0;
    } else if (/^\p{Nonspacing_Mark}$|^\p{Spacing_Mark}$/u.test(character)) {
      marks++;
      if (previous !== "letter" || marks > 4) return false;
    } else if (character === " " || character === "." || character === "_") {
      if (previous !== "letter") return false;
      previous = "separator";
    } else {
      return false;
    }
  }
  return !mixesScripts(typed);
}

/** A second implementation of the rule about scripts, for the letters of generated names. */
function mixesScripts(typed: string): boolean {
  const characters = Array.from(typed.normalize("NFKC")).filter((character) =>
    /[^\p{M}]|[\u0590-\u0eff]/u.test(character),
  );
  const scripts = characters.flatMap((character) => {
    const found = knownScripts.find((script) => new RegExp(`\\p{Script=${script}}`, "u").test(character));
    return /[٠-٣]/.test(character) ? "Arabic" : (found ?? []);
  });
  const distinct = new Set(scripts);
  if (distinct.size < 2) return false;
  const others = ["Hangul", "Hiragana", "Katakana", "Han"].filter((script) => distinct.delete(script));
  if (distinct.has("Latin")) distinct.delete("Latin");
  else if (distinct.size === 0)
    return others.includes("Hangul") && others.some((script) => script.endsWith("ana"));
  if (distinct.size > 0 || (others.includes("Hangul") && others.some((script) => script.endsWith("ana"))))
    return true;
  return Array.from(typed.normalize("NFC")).filter((each) => eastAsian.test(each)).length < 2;
}
const knownScripts =
  "Latin Cyrillic Greek Armenian Hebrew Arabic Devanagari Thai Hangul Hiragana Katakana Han Cherokee".split(
    " ",
  );
const eastAsian = /[가나다라마바사아자차카타파하あいうえおカキクケコ音楽東京坂本龍]/;

/** Whether this is white space that people type around a name, including line breaks. */
function isOuterSpace(character: string | undefined): boolean {
  return character !== undefined && character.trim() === "";
}

test("10,000 generated names are valid exactly when a second implementation of the rule allows them", () => {
  const random = seededRandom(20_261_121);
  const names = Array.from({ length: 10_000 }, () => generateName(random));
  const different = names.filter((name) => checkUsername(name).ok !== isAllowed(name));
  expect(different).toEqual([]);
  const allowed = names.filter(isAllowed).length;
  expect(allowed).toBeGreaterThan(2_500);
  expect(allowed).toBeLessThan(7_500);
});

test("names that differ only in case, width or encoding have the same key", () => {
  const spellings = [
    "Straße Žižek",
    "STRASSE ŽIŽEK",
    "strasse žižek",
    "STRAẞE ŽIŽEK",
    "ｓｔｒａｓｓｅ　žižek",
  ];
  const keys = spellings.flatMap((name) => [name.normalize("NFC"), name.normalize("NFD")].map(foldUsername));
  expect(new Set(keys).size).toBe(1);
  expect(foldUsername("ΟΔΥΣΣΕΥΣ")).toBe(foldUsername("οδυσσευς"));
  expect(foldUsername("İpek")).toBe(foldUsername("ipek"));
});

test("the key is the same for a generated name, its key, and its upper-case, lower-case and decomposed forms", () => {
  const random = seededRandom(7);
  for (let round = 0; round < 3_000; round++) {
    const name = cleanUsername(generateName(random));
    const key = foldUsername(name);
    for (const other of [key, name.toUpperCase(), name.toLowerCase(), name.normalize("NFD")])
      expect(foldUsername(other), JSON.stringify([name, other])).toBe(key);
  }
});

const isTaken = (name: string, by: string) =>
  toUsernameClaims(name).usernameLooks.includes(lookOfUsername(by)) ||
  foldUsername(name) === foldUsername(by);

describe("names that look alike on the screen", () => {
  test.each([
    ["РауРаӏ", "PayPal", "wholly Cyrillic"],
    ["ΝΑΤΑ", "NATA", "wholly Greek"],
    ["ＡｄａＭａｒｌｏｗ", "adamarlow", "fullwidth"],
    ["ᴀᴅᴀ", "Ada", "small capitals"],
    ["paypa1", "PayPal", "a one for an l"],
    ["PaypaI", "PayPal", "a capital I for an l"],
    ["B0b", "Bob", "a nought for an o"],
    ["AdaMarlow.", "AdaMarlow", "a dot at the end"],
    ["Ada.Marlow", "AdaMarlow", "a dot"],
    ["Ada Marlow", "AdaMarlow", "a space"],
    ["A d_a.Mar low", "AdaMarlow", "several separators"],
    ["AdaMarlovv", "AdaMarlow", "two v for a w"],
    ["AdaMarIovv_", "AdaMarlow", "all at once"],
    ["Adarnarlow", "Adamarlow", "r and n for an m"],
    ["A.d.a r.n.arlow", "Adamarlow", "r and n with a dot between them"],
    ["Ad\u0323aMarlow", "AdaMarlow", "a dot below"],
    ["Ad\u1ea1Marl\u1ecdw", "AdaMarlow", "composed letters with a dot below"],
    ["AdaMarlow\u0332", "AdaMarlow", "a line below"],
    ["AdaMar\u0142\u00f8w", "AdaMarlow", "letters with a stroke"],
    ["Ad\u0251Marl\u0275w", "AdaMarlow", "letters of phonetics"],
    ["Ad\u0250Marlo\ua7b7", "AdaMarlow", "letters of phonetics, turned or round"],
    ["Ada\u02bcMarlow", "AdaMarlow", "a letter that looks like an apostrophe"],
    ["Ada\ua78fMarlow", "AdaMarlow", "a letter that looks like a dot in the middle"],
    ["AdaMarlow\u0345", "AdaMarlow", "a mark whose capital form is a letter"],
    ["AdaMarlow\u02b0", "AdaMarlow", "a small raised letter"],
    ["\u1d2c\u1d48\u1d43", "Ada", "raised letters alone"],
    ["Zoë", "Zoe", "an accent"],
    ["Mötley Crüe", "Motley Crue", "dots above"],
    ["\u0130pek", "Ipek", "a capital with a dot"],
    ["\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd", "\u05e9\u05dc\u05d5\u05dd", "points of Hebrew"],
    ["AdaMa\u0279low", "AdaMarlow", "an r of phonetics, turned"],
    ["AdaMarlouu", "AdaMarlow", "two u for a w"],
    ["Adawood", "Adauuood", "a w for two u"],
  ])("include %s and %s (%s)", (name, by) => {
    expect(checkUsername(name).ok && checkUsername(by).ok).toBe(true);
    expect(isTaken(name, by)).toBe(true);
  });

  test.each([
    ["раyраl", "PayPal", "Cyrillic and Latin"],
    ["Αda Marlοw", "Ada Marlow", "Greek and Latin"],
    ["Տսոոy", "Sunny", "Armenian and Latin"],
    ["niке", "Nike", "small letters shaped like capitals, among Latin ones"],
    ["Моckва", "Москва", "Latin letters in a Cyrillic name"],
    ["rhуthm е", "rhythm e", "two words"],
    ["Ad\u0430\u0323 M\u0430rl\u043ew", "AdaMarlow", "a mark on a letter of another script, and a space"],
    ["AdaMarlow\ua4f8", "AdaMarlow", "a letter of Lisu that looks like a dot"],
    ["Ada\u0640Marlow", "AdaMarlow", "a letter of Arabic that looks like a dash"],
    ["Ada\u30fcMarlow", "AdaMarlow", "the long sound of kana, which looks like a dash"],
    ["AdaMarlow\u0660", "AdaMarlow", "an Arabic nought, which looks like a dot"],
    ["Adam\u0e38arlow", "Adamarlow", "a mark of Thai below a letter"],
    ["AdaM\u1037arlow", "AdaMarlow", "a mark of Burmese below a letter"],
    ["Ada\u093cMarlow", "AdaMarlow", "a mark of Devanagari below a letter"],
    ["\u0410d\u0430M\u0430rlo\u03c9", "AdaMarlow", "letters of three scripts"],
    [
      "\u0410\u0501\u0430\u041c\u0430\u0433\u04cf\u043e\u03c9",
      "AdaMarlow",
      "letters of two scripts, none of them Latin",
    ],
    ["AdaMar\u3163ow", "AdaMarlow", "a letter of Hangul for an l"],
    ["AdaMarl\u53e3w", "AdaMarlow", "a letter of Han for an o"],
    ["AdaMarlow\u{1e94b}", "AdaMarlow", "a mark of Adlam that counts as a letter"],
    ["AdaMarlow\u4e00\u4e00", "AdaMarlow", "two letters that look like dashes"],
    ["Е\u0301va", "Éva", "an accent on another script's letter"],
    ["\u039bdaMarlow", "AdaMarlow", "a Greek letter for an A"],
    ["\u15e9daMarlow", "AdaMarlow", "a syllable of Canada for an A"],
    ["AdaMarlo\u0448", "AdaMarlow", "a Cyrillic letter for a w"],
  ])("include %s and %s (%s), of which the first is of several scripts: no new one", (name, by) => {
    expect(checkUsername(name)).toEqual({ ok: false, code: "username-mixed" });
    expect(checkUsername(by).ok).toBe(true);
    expect(isTaken(name, by)).toBe(true);
  });

  test.each([
    ["нота", "hota", "they look alike in capitals alone"],
    ["Мама", "Mama", "the small м is no m"],
    ["Нина", "Nina", "the same name in another script"],
    ["Νίκος", "Nikos", "the same name in another script"],
    ["Արամ", "Aram", "the same name in another script"],
    ["DJ Мама", "DJ Mama", "its words are of one script each"],
    ["Nall", "Nail", "an l is no small i"],
    ["Studio 10", "Studio 11", "numbers"],
    ["プリン", "フリン", "another syllable"],
    ["प्रिया", "प्रेया", "another vowel"],
    ["ครู", "ครี", "another vowel"],
    ["Ana Lume", "Ana Luma", "another letter"],
    ["カード", "カド", "a long sound"],
    ["佐々", "佐", "a repetition"],
    ["เก่ๆ", "เก่", "a repetition"],
    ["一郎", "郎", "a number"],
    ["محمد\u0661\u0660", "محمد\u0661", "numbers"],
    ["กุ", "ก", "a vowel below a letter of its own script"],
    ["محمد", "mohamed", "nothing alike"],
  ])("do not include %s and %s (%s)", (name, by) => {
    expect(isTaken(name, by)).toBe(false);
    expect(isTaken(by, name)).toBe(false);
  });
});

test("no mark, sign or blank makes a name another one", () => {
  const names = ["AdaMarlow", "\u0410\u0434\u0430", "\u0386\u03b4\u03b1", "\u9f8d", "\ud55c"];
  const isLetter = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{Nd}]/u;
  // They are as large as letters, beside letters of their own script.
  const isSized = /^[\u3005\u3031-\u3035\u303b]/;
  const unlike: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point);
    if (/[\p{Cn}\p{Cs}\p{Co}]/u.test(character)) continue;
    const isSeen = /^[\p{L}\p{N}]/u.test(character) && isLetter.test(character.normalize("NFKD"));
    if (isSeen && !/\p{Lm}/u.test(character)) continue;
    for (const name of names) {
      const middle = name.slice(0, 1) + character + name.slice(1);
      for (const other of [name + character, middle])
        if (
          checkUsername(other).ok &&
          !isTaken(other, name) &&
          !(isSized.test(character) && name === "\u9f8d")
        )
          unlike.push(`${name} ${point.toString(16)}`);
    }
  }
  expect(unlike).toEqual([]);
});

test("names have letters and digits of the scripts of today alone", () => {
  const foreign = new Set<string>();
  for (let point = 0x80; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point);
    if (!/[\p{L}\p{M}\p{Nd}]/u.test(character)) continue;
    if (checkUsername(`Ada${character}`).ok && ancient.test(character)) foreign.add(point.toString(16));
  }
  expect([...foreign]).toEqual([]);
});

const ancient =
  /[\p{Script=Egyptian_Hieroglyphs}\p{Script=Anatolian_Hieroglyphs}\p{Script=Cuneiform}\p{Script=Carian}\p{Script=Coptic}\p{Script=Deseret}\p{Script=Gothic}\p{Script=Khitan_Small_Script}\p{Script=Linear_A}\p{Script=Linear_B}\p{Script=Nushu}\p{Script=Old_Italic}\p{Script=Ogham}\p{Script=Phoenician}\p{Script=Runic}\p{Script=Tangut}]/u;

describe("for performers, names at a glance", () => {
  const isKept = (name: string, by: string) =>
    toUsernameClaims(name).performerLooks.includes(lookOfUsername(by)) && !isTaken(name, by);

  test.each([
    ["AclaMarlow", "AdaMarlow"],
    ["AcIaMarIovv", "AdaMarlow"],
    ["AdaIVIarlow", "AdaMarlow"],
    ["AdaNlarlow", "AdaMarlow"],
    ["AclaIVIarlow", "AdaMarlow"],
    ["DJ Edipse", "DJ Eclipse"],
  ])("%s is %s", (name, by) => {
    expect(isKept(name, by)).toBe(true);
  });

  test.each([
    ["Clara", "Dara"],
    ["Olivia", "Olma"],
    ["Finley", "Fimey"],
    ["Ben Lowe", "Bemowe"],
    ["Ada", "Ana"],
  ])("%s is not %s", (name, by) => {
    expect(isKept(name, by)).toBe(false);
  });

  test("a name is compared with few others", () => {
    for (const name of ["d".repeat(30), "acl".repeat(10)])
      expect(toUsernameClaims(name).performerLooks.length).toBeLessThanOrEqual(12);
  });
});

/** Mostly letters of many scripts, mixed with characters that violate the rule. */
function generateName(random: () => number): string {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const letters = pick(alphabets);
  const length = 1 + Math.floor(random() ** 2 * 34);
  const oddity = pick([0, 0, 0.03, 0.1]);
  const isMixed = random() < 0.4;
  const isMarked = random() < 0.5;
  return Array.from({ length }, () => {
    const roll = random();
    if (roll < oddity) return pick(oddities);
    if (roll < oddity + 0.08) return pick([" ", ".", "_"]);
    if (isMarked && roll < oddity + 0.12)
      return pick(["\u0301", "\u0308", "\u093f", "\u094d", "\u0e35", "\u0e48", "\u05c1"]);
    return pick(isMixed && roll > 0.97 ? pick(alphabets) : letters);
  }).join("");
}

const alphabets = [
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  "äöüßÄÖÜẞéèñçşğıİłøæœžđﬁǅ",
  "абвгдежзиклмнопрстуфхцчшщьэюяАБВЁЇ",
  "αβγδεζηθικλμνξοπρσςτυφχψωΆΣΏ",
  "աբգդեզէըթժիլխծկհձԱԲՕՍ",
  "אבגדהוזחטיךכ",
  "ابتثجحخدذرزسش٠١٢٣",
  "अआइईउकखगघचजटडतदनपबमयरलवशसह०१२",
  "กขคงจชซญดตถทนบปพฟมยรลวสหอ๐๑",
  "가나다라마바사아자차카타파하",
  "あいうえおカキクケコ音楽東京坂本龍一",
  "ａｂｃＡＢＣ０１𝐚𝐛𝓐Ꭺꭺ",
].map((alphabet) => Array.from(alphabet));

const oddities = Array.from(
  [
    "-!@#$%&*()+=,;:/\\|'\"<>?~`^[]{}\t\n",
    "🎧💿½²⅓Ⅷ①€™©",
    "\u00a0\u3000\u2003\u200b\u200d\u2060\ufeff\u00ad\u034f\u115f\u3164\ufe0f\u0489\u20dd\u2800\u202e\u2028",
  ].join(""),
);

/** The same numbers for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
