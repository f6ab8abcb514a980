/** Names whose charset is declared, as by `charset=` in an encoder's metadata request. Safe for browsers. */
import { findEncoding } from "./labels.ts";
import { decodeStrictly } from "./strict.ts";
import { decodeUndeclared } from "./undeclared.ts";

/** Bytes. Guessing takes 10 ms for 200 of them; no name is longer. */
const maxGuessed = 400;

/**
 * Decodes bytes as UTF-8 where they are, since many programs send it whatever they declare; else in the declared
 * charset. Where that is unknown, or where it cannot be, it is guessed.
 */
export function decodeDeclared(bytes: Uint8Array, label: string | undefined): string {
  const charset = findEncoding(label ?? "");
  const utf8 = readName(bytes, "utf-8");
  if (utf8 !== null && (charset === null || isMeantAsUtf8(utf8, charset))) return utf8;
  const declared = charset === null ? null : readName(bytes, charset);
  return declared ?? utf8 ?? decodeUndeclared(bytes.subarray(0, maxGuessed)).text;
}

const control = /[\0-\u0008\u000e-\u001f]/u;
const multiByte: ReadonlySet<string> = new Set(["shift_jis", "euc-jp", "euc-kr", "gbk", "gb18030", "big5"]);
const notOfEastAsia =
  /[^\0-\u007f\u2010-\u203b\u2460-\u33ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/u;
/** No standard says what these are: some charsets have them for bytes of others. */
const isPrivate = /\p{Co}/u;

/**
 * Text of one byte per character is UTF-8 only by intention. Two bytes of Korean may be one Latin letter in UTF-8, and
 * two charsets consist of ASCII.
 */
function isMeantAsUtf8(utf8: string, charset: string): boolean {
  if (charset.startsWith("utf-16") || charset === "iso-2022-jp") return !control.test(utf8);
  return !multiByte.has(charset) || !notOfEastAsia.test(utf8);
}

/** Null where the bytes are no name in this charset. */
function readName(bytes: Uint8Array, charset: string): string | null {
  const text = decodeStrictly(bytes, charset, { mayBeCut: multiByte.has(charset) });
  return text === null || isPrivate.test(text) ? null : text;
}
