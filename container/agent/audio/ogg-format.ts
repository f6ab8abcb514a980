/** Reads the format from the first packet of an Ogg stream. */
import type { Codec } from "#app/domains/media/contract/control.ts";
import type { SourceFormat } from "./source.ts";

const unknown: SourceFormat = { sampleRate: null, channels: null };

/** `head`: the complete packet by which the codec was recognized. */
export function readOggFormat(codec: Codec, head: Buffer): SourceFormat {
  if (codec === "vorbis" && head.length >= 16)
    return { sampleRate: head.readUInt32LE(12), channels: head[11] ?? null };
  // Opus itself is always 48 kHz: this is the sample rate of the encoder's input, 0 where it is not declared.
  if (codec === "opus" && head.length >= 16)
    return { sampleRate: head.readUInt32LE(12) || null, channels: head[9] ?? null };
  // STREAMINFO starts at byte 17: 20 bits of sample rate at its tenth byte, then 3 bits of channels minus one.
  if (codec === "flac" && head.length >= 30) {
    const bits = head.readUIntBE(27, 3);
    return { sampleRate: bits >> 4, channels: ((bits >> 1) & 7) + 1 };
  }
  return unknown;
}
