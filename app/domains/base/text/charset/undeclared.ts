/**
 * Texts whose charset nobody declares: lists that programs write in the code page of their computer, tags of version 1.
 * UTF-8 where that is valid, otherwise guessed: what is guessed is shown to people and can be changed before it is
 * stored. Safe for browsers; loaded only where files are read.
 */
import { findEncoding } from "./labels.ts";
import { likelihood, type Writing } from "./likelihood.ts";
import { decodeStrictly } from "./strict.ts";
import { utf16 } from "./utf16.ts";

const western = ["german", "french", "spanish", "portuguese", "italian", "swedish", "danish"] as const;
const central = ["polish", "czech", "hungarian", "croatian", "romanian"] as const;

interface Candidate {
  /** The name by which people choose it. */
  words: string;
  writing: Writing;
  /** Points for how often it is met. */
  bonus: number;
}

/** Charsets in the order in which people choose among them. All are labels of the Encoding standard. */
const candidates = {
  "windows-1252": {
    words: "Western (Windows-1252)",
    writing: { latin: [...western, "icelandic", "dutch"] },
    bonus: 0.25,
  },
  "windows-1250": { words: "Central European (Windows-1250)", writing: { latin: central }, bonus: 0 },
  "iso-8859-2": { words: "Central European (ISO 8859-2)", writing: { latin: central }, bonus: -0.05 },
  "windows-1251": { words: "Cyrillic (Windows-1251)", writing: { alphabet: "cyrillic" }, bonus: 0 },
  "koi8-u": { words: "Cyrillic (KOI8)", writing: { alphabet: "cyrillic" }, bonus: -0.02 },
  "iso-8859-5": { words: "Cyrillic (ISO 8859-5)", writing: { alphabet: "cyrillic" }, bonus: -0.1 },
  ibm866: { words: "Cyrillic (DOS 866)", writing: { alphabet: "cyrillic" }, bonus: -0.5 },
  "windows-1253": { words: "Greek (Windows-1253)", writing: { alphabet: "greek" }, bonus: 0 },
  "iso-8859-7": { words: "Greek (ISO 8859-7)", writing: { alphabet: "greek" }, bonus: -0.05 },
  "windows-1254": { words: "Turkish (Windows-1254)", writing: { latin: ["turkish"] }, bonus: 0.02 },
  "windows-1255": { words: "Hebrew (Windows-1255)", writing: { alphabet: "hebrew" }, bonus: 0.1 },
  "windows-1256": { words: "Arabic (Windows-1256)", writing: { alphabet: "arabic" }, bonus: 0 },
  "windows-1257": {
    words: "Baltic (Windows-1257)",
    writing: { latin: ["lithuanian", "latvian", "estonian"] },
    bonus: -0.1,
  },
  "windows-874": { words: "Thai (Windows-874)", writing: { alphabet: "thai" }, bonus: -0.4 },
  shift_jis: { words: "Japanese (Shift_JIS)", writing: { characters: "japanese" }, bonus: 0 },
  "euc-jp": { words: "Japanese (EUC-JP)", writing: { characters: "japanese" }, bonus: 0 },
  "euc-kr": { words: "Korean (EUC-KR, CP949)", writing: { characters: "korean" }, bonus: 0 },
  gb18030: { words: "Chinese, simplified (GB18030)", writing: { characters: "simplified" }, bonus: 0 },
  big5: { words: "Chinese, traditional (Big5)", writing: { characters: "traditional" }, bonus: 0 },
} as const satisfies Record<string, Candidate>;

type GuessedCharset = keyof typeof candidates;
export type Charset = GuessedCharset | "utf-8" | "utf-16le" | "utf-16be";

const guessed = Object.keys(candidates) as GuessedCharset[];
export const charsets: readonly Charset[] = ["utf-8", ...guessed, "utf-16le", "utf-16be"];

/** Names of charsets on pages. */
export const charsetNames = {
  "utf-8": "Unicode (UTF-8)",
  ...(Object.fromEntries(guessed.map((name) => [name, candidates[name].words])) as Record<
    GuessedCharset,
    string
  >),
  "utf-16le": "Unicode (UTF-16)",
  "utf-16be": "Unicode (UTF-16, big-endian)",
} as const satisfies Record<Charset, string>;

interface UndeclaredText {
  text: string;
  charset: Charset;
  /** Nothing in the bytes proves it: people are asked. */
  isGuessed: boolean;
}

export function decodeUndeclared(bytes: Uint8Array): UndeclaredText {
  const wide = wideOrder(bytes);
  if (wide !== null) return { text: decodeAs(bytes, wide), charset: wide, isGuessed: false };
  const text = decodeAs(bytes, "utf-8");
  const damaged = count(text, /\ufffd/gu);
  if (damaged === 0) return { text, charset: "utf-8", isGuessed: false };
  // A file that was cut within a letter is still UTF-8.
  const whole = count(text, /[\u0080-\ufffc]/gu);
  if (whole >= 10 * damaged) return { text, charset: "utf-8", isGuessed: true };
  const charset = guessCharset(bytes);
  return { text: decodeAs(bytes, charset), charset, isGuessed: true };
}

/** Never throws: what a charset does not know becomes U+FFFD. */
export function decodeAs(bytes: Uint8Array, charset: Charset): string {
  if (charset === "utf-16le" || charset === "utf-16be")
    return utf16(bytes, charset === "utf-16le").replace(/^\ufeff/u, "");
  return new TextDecoder(charset).decode(bytes);
}

/** The charset of the list by what a file or a person calls it; null for one that is not in it. */
export function findCharset(label: string): Charset | null {
  const encoding = findEncoding(label);
  if (encoding === "koi8-r") return "koi8-u";
  if (encoding === "gbk") return "gb18030";
  return charsets.find((each) => new TextDecoder(each).encoding === encoding) ?? null;
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** The byte order of UTF-16: by its mark, or by the zeros that text in no other charset has. */
function wideOrder(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const zeros = [0, 0];
  const beginning = bytes.subarray(0, 4_096);
  for (let at = 0; at < beginning.length; at++)
    if (beginning[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < Math.max(2, beginning.length / 20)) return null;
  if (odd > 9 * even) return "utf-16le";
  return even > 9 * odd ? "utf-16be" : null;
}

/** More tells nothing new. */
const maxSample = 4_096;

function guessCharset(bytes: Uint8Array): GuessedCharset {
  const sample = foreignLines(bytes);
  const byteCount = sample.reduce((sum, byte) => sum + (byte > 127 ? 1 : 0), 0);
  let best: { name: GuessedCharset; points: number } | null = null;
  for (const name of guessed) {
    const { writing, bonus }: Candidate = candidates[name];
    // Only a long text was cut, perhaps within a character.
    const text = decodeStrictly(sample, name, { mayBeCut: sample.length >= maxSample });
    const points = text === null ? null : likelihood(text, bytesIn(text, name, byteCount), writing);
    // What is usual counts for less where there is more to see.
    const rated = points === null ? null : points + bonus * Math.min(1, 3 / byteCount);
    if (rated !== null && (best === null || rated > best.points)) best = { name, points: rated };
  }
  return best?.name ?? "windows-1252";
}

/** Trailing bytes of characters may be ASCII: each character counts two bytes, but for narrow kana. */
function bytesIn(text: string, name: GuessedCharset, byteCount: number): number {
  if (!("characters" in candidates[name].writing)) return byteCount;
  const narrow = name === "shift_jis" ? count(text, /[\uff61-\uff9f]/gu) : 0;
  return Math.max(1, 2 * count(text, /[^\0-\u007f]/gu) - narrow);
}

/** The lines that are not ASCII alone. No charset has the byte of a line break in a character. */
function foreignLines(bytes: Uint8Array): Uint8Array {
  const lines: number[] = [];
  for (let at = 0; at < bytes.length && lines.length < maxSample; ) {
    const found = bytes.indexOf(10, at);
    const end = Math.min(found < 0 ? bytes.length : found + 1, at + maxSample);
    const line = bytes.subarray(at, end);
    if (line.some((byte) => byte > 127)) lines.push(...line);
    at = end;
  }
  return Uint8Array.from(lines);
}
