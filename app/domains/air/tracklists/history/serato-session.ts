/** Serato to version 3: `Music/_Serato_/History/Sessions/*.session`, tag-length-value in big-endian. */
import { utf16 } from "#app/domains/base/text/charset/utf16.ts";
import { type HistoryEntry, type HistoryFile, named, toHistoryFile } from "./history-file.ts";
import { splitFileName } from "./names.ts";
import { parseLength } from "./time-texts.ts";

const maxChunks = 50_000;
const secondMs = 1_000;

/** The numbers of the fields that are read. */
const field = {
  row: 1,
  path: 2,
  title: 6,
  artist: 7,
  album: 8,
  length: 10,
  label: 21,
  composer: 22,
  startedAt: 28,
  endedAt: 29,
  playtime: 45,
  played: 50,
} as const;

type Fields = ReadonlyMap<number, Uint8Array>;

/** A row is written again with every change: the last one counts. */
export function parseSeratoSession(bytes: Uint8Array): HistoryFile {
  const rows = new Map<string, Fields>();
  for (const { tag, content } of chunksOf(bytes)) {
    if (tag !== tagOf("oent")) continue;
    for (const inner of chunksOf(content)) {
      if (inner.tag !== tagOf("adat")) continue;
      const fields = new Map(Array.from(chunksOf(inner.content), (each) => [each.tag, each.content]));
      const row = fields.get(field.row);
      rows.set(row === undefined ? `nameless ${rows.size}` : String(numberOf(row)), fields);
    }
  }
  const all = [...rows.values()];
  // Versions that do not write the field have played everything.
  const isMarked = all.some((fields) => numberOf(fields.get(field.played)) === 1);
  const played = all.filter((fields) => !isMarked || numberOf(fields.get(field.played)) === 1);
  return toHistoryFile("serato-session", "utc", played.map(toEntry), {
    leftOut: all.length - played.length,
  });
}

function toEntry(fields: Fields): HistoryEntry {
  const startedAt = numberOf(fields.get(field.startedAt)) * secondMs;
  const endedAt = numberOf(fields.get(field.endedAt)) * secondMs;
  const playedMs = numberOf(fields.get(field.playtime)) * secondMs || Math.max(0, endedAt - startedAt);
  const [artist, title] = [textOf(fields.get(field.artist)), textOf(fields.get(field.title))];
  const byFile = title === "" ? splitFileName(textOf(fields.get(field.path))) : { artist, title };
  return {
    ...named(artist || byFile.artist, byFile.title),
    album: textOf(fields.get(field.album)),
    label: textOf(fields.get(field.label)),
    composer: textOf(fields.get(field.composer)),
    startedAt: startedAt || null,
    playedMs: (endedAt > 0 && playedMs) || null,
    durationMs: parseLength(textOf(fields.get(field.length))) ?? undefined,
  };
}

function* chunksOf(bytes: Uint8Array): Generator<{ tag: number; content: Uint8Array }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (let count = 0; count < maxChunks && at + 8 <= bytes.length; count++) {
    const size = view.getUint32(at + 4);
    yield { tag: view.getUint32(at), content: bytes.subarray(at + 8, at + 8 + size) };
    at += 8 + size;
  }
}

const tagOf = (name: string) => Array.from(name).reduce((tag, letter) => tag * 256 + letter.charCodeAt(0), 0);

const numberOf = (bytes: Uint8Array | undefined) =>
  (bytes ?? new Uint8Array()).subarray(0, 8).reduce((number, byte) => number * 256 + byte, 0);

const textOf = (bytes: Uint8Array | undefined) =>
  bytes === undefined ? "" : utf16(bytes, false).replaceAll("\0", "");
