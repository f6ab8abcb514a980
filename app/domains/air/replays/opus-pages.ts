/** The bytes around the chunks of a recording in its Ogg Opus file: the same for every version of it. */
import { OggOpusWriter } from "#packages/audio-formats/ogg-opus.ts";
import { firstSoundPage, type TapeIndex, tapePreSkip } from "./tape-index.ts";

const samplesPerMs = 48;

/** Returns the bytes before and after the chunks; nothing after them while there may be more. */
export function opusEnds(index: Pick<TapeIndex, "serial" | "chunks" | "endedAt">): {
  head: Uint8Array;
  tail?: Uint8Array;
} {
  const head = opusHead(index);
  return index.endedAt === null ? { head } : { head, tail: opusEnd(index) };
}

/** Returns the headers without comments: titles may change, and with them the position of every later byte. */
export function opusHead({ serial }: Pick<TapeIndex, "serial">): Uint8Array {
  return new OggOpusWriter(serial).head({ channels: 2, preSkip: tapePreSkip, comments: {} });
}

/** The empty last page of a complete recording. */
export function opusEnd({ serial, chunks }: Pick<TapeIndex, "serial" | "chunks">): Uint8Array {
  const pages = chunks.reduce((sum, chunk) => sum + chunk.pages, firstSoundPage);
  const samples = chunks.reduce((sum, { ms }) => sum + ms * samplesPerMs, 0);
  return new OggOpusWriter(serial, { granule: samples, page: pages }).end();
}
