/** A recovery phrase: 12 words of BIP-39 for 128 bits of entropy. */
import { entropyToMnemonic, mnemonicToEntropy } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";

export const phraseLength = 12;
const entropyBytes = 16;

const known = new Set(wordlist);

/** 128 bits from the system's generator. */
export function newEntropy(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(entropyBytes));
}

export function toWords(entropy: Uint8Array): string[] {
  return entropyToMnemonic(entropy, wordlist).split(" ");
}

/** The words of a typed or pasted text: in lower case, without numbers and punctuation between them. */
export function splitWords(text: string): string[] {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

export type PhraseProblem =
  /** There are not 12 of them. */
  | { kind: "count"; count: number }
  /** These are not in the list; positions from 1. */
  | { kind: "unknown"; positions: number[] }
  /** Each is a word of the list, and together they are no phrase: one is wrong, or two are swapped. */
  | { kind: "checksum" };

/** The entropy of 12 words, or what is wrong with them. */
export function readPhrase(
  words: readonly string[],
): { ok: true; entropy: Uint8Array<ArrayBuffer> } | { ok: false; problem: PhraseProblem } {
  const positions = words.flatMap((word, index) => (known.has(word) ? [] : [index + 1]));
  if (words.length !== phraseLength) return { ok: false, problem: { kind: "count", count: words.length } };
  if (positions.length > 0) return { ok: false, problem: { kind: "unknown", positions } };
  try {
    return { ok: true, entropy: Uint8Array.from(mnemonicToEntropy(words.join(" "), wordlist)) };
  } catch {
    return { ok: false, problem: { kind: "checksum" } };
  }
}

export const isPhraseWord = (word: string): boolean => known.has(word);

/** Returns at most `limit` words that start with these letters, in the order of the list. */
export function suggestWords(start: string, limit: number): string[] {
  if (start === "") return [];
  const found: string[] = [];
  for (const word of wordlist) if (word.startsWith(start) && found.push(word) >= limit) break;
  return found;
}
