/** What surrounds the chunks of a recording in its Ogg Opus file: the same bytes for every version of it. */
import { OggOpusWriter } from "../media/ogg.ts";
import type { TapeIndex } from "./tape-index.ts";

/** What libopus needs before its first sample (6.5 ms). */
const preSkip = 312;
/** The pages before the first chunk. */
const headPages = 2;
const pageMs = 1_000;
const samplesPerMs = 48;

/** Without comments: titles may change, and with them the position of every later byte. */
export function opusHead({ serial }: Pick<TapeIndex, "serial">): Uint8Array {
  return new OggOpusWriter(serial).head({ channels: 2, preSkip, comments: {} });
}

/** The empty last page of a complete recording. Chunks have pages of one second, the last of a chunk may be shorter. */
export function opusEnd({ serial, chunks }: Pick<TapeIndex, "serial" | "chunks">): Uint8Array {
  const pages = chunks.reduce((sum, { ms }) => sum + Math.ceil(ms / pageMs), headPages);
  const samples = chunks.reduce((sum, { ms }) => sum + ms * samplesPerMs, 0);
  return new OggOpusWriter(serial, samples, pages).end();
}
