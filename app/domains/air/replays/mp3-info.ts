import { writeMp3Info } from "#packages/audio-formats/mp3-info.ts";
import type { TapeIndex } from "./tape-index.ts";

/** The frame before those of a complete recording that tells players how long it is; nothing where there is no MP3. */
export function mp3InfoOf(index: Pick<TapeIndex, "mp3" | "chunks" | "durationMs">): Uint8Array {
  if (index.mp3 === undefined) return new Uint8Array();
  const { header, ms: durationMs } = index.mp3;
  const bytes = index.chunks.reduce((sum, { mp3Bytes }) => sum + mp3Bytes, 0);
  return writeMp3Info({ header, durationMs, bytes, bytesBefore: (part) => bytesBefore(index, part) });
}

/** Returns the number of bytes of MP3 before this part of the recording (0 to 1). */
function bytesBefore({ chunks, durationMs }: Pick<TapeIndex, "chunks" | "durationMs">, part: number): number {
  let [leftMs, bytes] = [part * durationMs, 0];
  for (const { ms, mp3Bytes } of chunks) {
    if (leftMs < ms) return bytes + Math.floor((mp3Bytes * leftMs) / ms);
    leftMs -= ms;
    bytes += mp3Bytes;
  }
  return bytes;
}
