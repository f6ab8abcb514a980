/** What surrounds the chunks of a recording in its Ogg Opus file: the same bytes for every version of it. */
import { OggOpusWriter } from "../media/ogg.ts";
import { firstSoundPage, type TapeIndex, tapePreSkip } from "./tape-index.ts";

const samplesPerMs = 48;

/** Without comments: titles may change, and with them the position of every later byte. */
export function opusHead({ serial }: Pick<TapeIndex, "serial">): Uint8Array {
  return new OggOpusWriter(serial).head({ channels: 2, preSkip: tapePreSkip, comments: {} });
}

/** The empty last page of a complete recording. */
export function opusEnd({ serial, chunks }: Pick<TapeIndex, "serial" | "chunks">): Uint8Array {
  const pages = chunks.reduce((sum, chunk) => sum + chunk.pages, firstSoundPage);
  const samples = chunks.reduce((sum, { ms }) => sum + ms * samplesPerMs, 0);
  return new OggOpusWriter(serial, { granule: samples, page: pages }).end();
}
