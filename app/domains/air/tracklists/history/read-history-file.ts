/** Any history file: its format is told by its content first, by its name second. */
import {
  type Charset,
  decodeAs,
  decodeUndeclared,
  findCharset,
} from "#app/domains/base/text/charset/undeclared.ts";
import { areAudacityLabels, parseAudacityLabels } from "./audacity-labels.ts";
import { isCueTrack, parseCueSheet } from "./cue-sheet.ts";
import { parseDatabase } from "./databases.ts";
import { type HistoryFile, UnreadableHistory } from "./history-file.ts";
import { parseJson } from "./json.ts";
import { linesOf } from "./lines.ts";
import { parseM3u, parseVirtualDjM3u } from "./m3u.ts";
import { parsePlainText } from "./plain-text.ts";
import { parseSeratoSession } from "./serato-session.ts";
import { isSqlite } from "./sqlite-file.ts";
import { findHeading, isForeignHeading, parseTable } from "./table.ts";
import { parseTraktorNml } from "./traktor-nml.ts";
import { parseVirtualDjText, virtualDjHeading } from "./virtualdj-text.ts";
import { words } from "./words.ts";

/**
 * Throws `UnreadableHistory` with a sentence for the performer, and nothing else whatever the bytes are. `charset`: what
 * the performer has chosen instead of the guess.
 */
export function readHistoryFile(bytes: Uint8Array, name: string, charset?: Charset): HistoryFile {
  if (bytes.every((byte) => byte === 0)) throw new UnreadableHistory(words.empty);
  const file = parse(bytes, name.toLowerCase(), charset);
  if (file.entries.length === 0) throw new UnreadableHistory(words.noTracks);
  return file;
}

function parse(bytes: Uint8Array, name: string, chosen: Charset | undefined): HistoryFile {
  if (isSqlite(bytes)) return parseDatabase(bytes);
  const start = String.fromCharCode(...bytes.subarray(0, 400));
  if (start.startsWith("vrsn") || start.startsWith("oent")) return parseSerato(bytes);
  const foreign = foreignFile(start, bytes, name);
  if (foreign !== null) throw new UnreadableHistory(foreign);
  const { text: decoded, charset, isGuessed } = decode(bytes, start, chosen);
  const text = decoded.replace(/^\uFEFF/u, "");
  if (isBinary(text)) throw new UnreadableHistory(name.endsWith(".db") ? words.encrypted : words.unknown);
  return { ...parseText(text, name), charset: { name: charset, isGuessed } };
}

/** Decodes with the charset that the performer has chosen, that the file declares, or that its bytes look like. */
function decode(bytes: Uint8Array, start: string, chosen: Charset | undefined) {
  const declared =
    /^\s*<\?xml[^>]{0,80}encoding=["']([^"']{1,40})/iu.exec(start) ?? /^#EXTENC:\s*(\S{1,40})/imu.exec(start);
  const charset = chosen ?? findCharset(declared?.[1] ?? "");
  if (charset === null) return decodeUndeclared(bytes);
  return { text: decodeAs(bytes, charset), charset, isGuessed: chosen !== undefined };
}

function parseSerato(bytes: Uint8Array): HistoryFile {
  const file = parseSeratoSession(bytes);
  const beginning = String.fromCharCode(...bytes.subarray(0, 256));
  const isLibrary = beginning.includes("otrk") || beginning.includes("D\0a\0t\0a\0b\0a\0s\0e");
  if (file.entries.length === 0 && isLibrary) throw new UnreadableHistory(words.seratoLibrary);
  return file;
}

function parseText(text: string, name: string): HistoryFile {
  const start = text.trimStart().slice(0, 2_000);
  if (start.startsWith("<")) return parseXml(text, start);
  if (/^(?:\{\s*"|\[\s*\{)/u.test(start)) return parseJson(text);
  if (text.includes("#EXTVDJ:")) return parseVirtualDjM3u(text);
  if (start.startsWith("#EXTM3U") || start.startsWith("#EXTINF")) return parseM3u(text);
  if (areAudacityLabels(text)) return parseAudacityLabels(text);
  const lines = linesOf(text.slice(0, 20_000));
  if (lines.some(isCueTrack)) return parseCueSheet(text);
  if (lines.some((line) => line.startsWith(virtualDjHeading))) return parseVirtualDjText(text);
  const heading = findHeading(text);
  if (heading !== null) return parseTable(text, heading);
  if (isForeignHeading(text)) throw new UnreadableHistory(words.columns);
  if (/\.m3u8?$/u.test(name)) return parseM3u(text);
  if (name.endsWith(".csv")) throw new UnreadableHistory(words.columns);
  return parsePlainText(text);
}

function parseXml(text: string, start: string): HistoryFile {
  if (start.includes("<NML")) return parseTraktorNml(text);
  if (start.includes("<DJ_PLAYLISTS")) throw new UnreadableHistory(words.rekordboxXml);
  if (start.includes("<VirtualDJ_Database")) throw new UnreadableHistory(words.virtualDjXml);
  throw new UnreadableHistory(words.unknown);
}

/** Returns a note about well-known files that are something else; null for all others. */
function foreignFile(start: string, bytes: Uint8Array, name: string): string | null {
  // Letters of some charsets have these bytes as well, but text has no control characters behind them.
  const isFrame =
    bytes[0] === 0xff &&
    ((bytes[1] ?? 0) & 0xe0) === 0xe0 &&
    bytes[1] !== 0xfe &&
    bytes[1] !== 0xff &&
    /[\0-\u0008]/u.test(start);
  const isAudio =
    ["ID3", "fLaC", "OggS", "FORM", "RIFF"].some((mark) => start.startsWith(mark)) ||
    start.slice(4, 8) === "ftyp" ||
    isFrame;
  if (isAudio) return words.audio;
  if (start.startsWith("%PDF") || start.startsWith("{\\rtf") || start.startsWith("\u00D0\u00CF\u0011\u00E0"))
    return words.document;
  if (start.startsWith("PK\u0003\u0004"))
    return /\.(?:docx|xlsx|odt|ods|pages|numbers)$/u.test(name) ? words.document : words.archive;
  if (start.startsWith("\u001F\u008B") || start.startsWith("7z\u00BC") || start.startsWith("Rar!"))
    return words.archive;
  if (start.startsWith("\u0089PNG") || start.startsWith("\u00FF\u00D8") || start.startsWith("GIF8"))
    return words.picture;
  return null;
}

/** Text has next to no control characters. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, 4_000);
  let controls = 0;
  for (let index = 0; index < sample.length; index++) {
    const code = sample.charCodeAt(index);
    if (code < 9 || (code > 13 && code < 32) || code === 0xfffd) controls += 1;
  }
  const unassigned = sample.match(/[\p{Cn}\p{Co}\p{Cs}]/gu)?.length ?? 0;
  return (controls + unassigned) * 50 > sample.length;
}
