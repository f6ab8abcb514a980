/** The likelihood that bytes, decoded with one charset, are names: points for each byte beyond ASCII. */
import { type Alphabet, alphabets, type Characters, characters, type Latin, latin } from "./letters.ts";

/** The writing that a charset is used for. */
export type Writing =
  | { latin: readonly Latin[] }
  | { alphabet: keyof typeof alphabets }
  | { characters: Characters };

const impossible = /[\u0080-\u009f\ufffd]|\p{Co}|\p{Cn}/u;
const signs = new Set("’‘“”–—…„‚«»´·°№•€©®™‹›§½¡¿、。「」『』（）！？～・【】《》，：；\u00a0\u3000×");
const innerSigns = new Set("’·・");
const cyrillicVowels = /[аеёиоуыэюяіїєјў]/iu;

interface Char {
  char: string;
  isLetter: boolean;
  isUpper: boolean;
  isLower: boolean;
  isMark: boolean;
  isAscii: boolean;
}

interface Place extends Char {
  before: Char;
  beforeThat: Char;
  after: Char;
  /** Its word, as far as letters go. */
  word: string;
}

const known = new Map<string, Char>();
/** All characters that there are need not be remembered. */
const maxKnown = 20_000;

function charOf(char: string): Char {
  const found = known.get(char);
  if (found !== undefined) return found;
  const made: Char = {
    char,
    isLetter: /[\p{L}\p{M}]/u.test(char),
    isUpper: /\p{Lu}/u.test(char),
    isLower: /\p{Ll}/u.test(char),
    isMark: /\p{M}/u.test(char),
    isAscii: char <= "\u007f",
  };
  if (known.size < maxKnown) known.set(char, made);
  return made;
}

/** Null: the bytes cannot be text in this charset. */
export function likelihood(text: string, byteCount: number, writing: Writing): number | null {
  if (impossible.test(text)) return null;
  const places = placesOf(text);
  if ("latin" in writing)
    return Math.max(...writing.latin.map((name) => sum(places, (each) => inLatin(each, name)))) / byteCount;
  const rate =
    "alphabet" in writing
      ? (each: Place) => inAlphabet(each, alphabets[writing.alphabet], writing.alphabet === "cyrillic")
      : (each: Place) => inCharacters(each, writing.characters);
  return sum(places, rate) / byteCount;
}

const sum = (places: readonly Place[], rate: (place: Place) => number) =>
  places.reduce((points, place) => points + rate(place), 0);

const space = charOf(" ");

function placesOf(text: string): Place[] {
  const chars = Array.from(text, charOf);
  const places: Place[] = [];
  let [from, until] = [0, 0];
  for (const [index, each] of chars.entries()) {
    if (index >= until) [from, until] = [index, endOfWord(chars, index)];
    if (each.isAscii) continue;
    places.push({
      ...each,
      before: chars[index - 1] ?? space,
      beforeThat: chars[index - 2] ?? space,
      after: chars[index + 1] ?? space,
      word: wordOf(chars, from, until),
    });
  }
  return places;
}

function endOfWord(chars: readonly Char[], from: number): number {
  let end = from;
  while (chars[end]?.isLetter === true) end += 1;
  return Math.max(end, from + 1);
}

/** Returns a word; of one that never ends, its beginning is enough. */
function wordOf(chars: readonly Char[], from: number, until: number): string {
  let word = "";
  for (let at = from; at < Math.min(until, from + 40); at++) word += chars[at]?.char ?? "";
  return word;
}

function ofSign({ char, before, after }: Place): number {
  const touched = Number(before.isLetter) + Number(after.isLetter);
  if (!signs.has(char)) return touched > 0 ? -2 : -0.5;
  return touched === 2 && !innerSigns.has(char) ? -1.5 : 0.4;
}

/** Capitals are at the beginning of words, or all over them. */
function ofCase({ isUpper, before, after }: Place): number {
  if (isUpper && before.isLower) return -2.5;
  return isUpper && before.isUpper && after.isLower ? -0.5 : 0;
}

function inLatin(place: Place, language: Latin): number {
  const { char, before, beforeThat, word } = place;
  if (!place.isLetter) return ofSign(place);
  const own = latin[language].has(char) ? weightOf(place, language) : -1.5;
  const run = isForeign(before) ? (isForeign(beforeThat) ? -3.6 : -0.6) : 0;
  const alone = word.length === 1 && place.isLower ? -0.3 : 0;
  return own + run + alone + ofCase(place);
}

const isForeign = ({ isLetter, isAscii }: Char) => isLetter && !isAscii;

/** Some letters are only written beside certain others: other languages have other letters at those bytes. */
function weightOf({ char, before, after }: Place, language: Latin): number {
  switch (language) {
    case "portuguese":
      if (char === "õ") return after.char === "e" ? 2 : 0;
      return char === "ã" && after.isLetter && !"oens".includes(after.char) ? 0 : 2;
    case "italian":
      return char !== "é" && after.isLetter ? 0 : 2;
    case "french":
      return "èùà".includes(char) && "aeiouyAEIOUY".includes(before.char) ? 0 : 2;
    case "icelandic":
      // Turkish has its own letters at these bytes, and no others of Icelandic.
      return "ðþýÞÝ".includes(char) ? 1.2 : 2;
    case "polish":
      return "ąę".includes(char) && "aeouyAEOUY".includes(before.char) ? 0.5 : 2;
    case "turkish":
      return "ğĞ".includes(char) && !"aeıioöuüAEIİOÖUÜ".includes(before.char) ? 0 : 2;
    default:
      return 2;
  }
}

function inAlphabet(place: Place, { script, common, known }: Alphabet, isCyrillic: boolean): number {
  const { char, before, after, word } = place;
  if (!place.isLetter) return ofSign(place);
  const isCommon = common.has(char);
  if (!isCommon && !script.test(char)) return -2;
  let points = isCommon ? 2 : known.has(char) ? 1.2 : -1.5;
  if (isAsciiLetter(before) || isAsciiLetter(after)) points -= 2.5;
  if (place.isMark && !before.isLetter) points -= 3;
  if (isCyrillic) points += inCyrillic(place);
  return points + ofCase(place) - (word.length === 1 ? 1.2 : 0);
}

const isAsciiLetter = ({ isLetter, isAscii }: Char) => isLetter && isAscii;

function inCyrillic({ char, before, word }: Place): number {
  const isFirst = !before.isLetter;
  const isOdd =
    ("ьъыЬЪЫ".includes(char) && isFirst) ||
    ("йЙ".includes(char) && !isFirst && !cyrillicVowels.test(before.char));
  // An acronym needs no vowel.
  const isShort = word.length < 5 && word === word.toUpperCase();
  return (isOdd ? -2 : 0) + (word.length > 2 && !isShort && !cyrillicVowels.test(word) ? -1.5 : 0);
}

function inCharacters(place: Place, language: Characters): number {
  const isBeside = place.isLetter && (isAsciiLetter(place.before) || isAsciiLetter(place.after));
  return ofCharacter(place, language) - (isBeside ? 2.5 : 0);
}

/** Two bytes each, but for narrow kana. */
function ofCharacter({ char, isLetter }: Char, language: Characters): number {
  if (characters[language].has(char)) return 4;
  const code = char.codePointAt(0) ?? 0;
  if (code >= 0x3041 && code <= 0x30fe) return language === "japanese" ? 3.8 : -2;
  if (code >= 0xff61 && code <= 0xff9f) return language === "japanese" ? 1.4 : -1;
  if (code >= 0xac00 && code <= 0xd7a3) return language === "korean" ? 3 : -2;
  if (/\p{Script=Han}/u.test(char)) return language === "korean" ? -1 : 1;
  if (signs.has(char) || (code >= 0xff01 && code <= 0xff5e)) return 1;
  return isLetter ? -3 : -1;
}
