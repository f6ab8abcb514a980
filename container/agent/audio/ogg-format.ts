/** Reads the format from the first packet of an Ogg stream. */
import type { Codec } from "#app/domains/media/contract/control.ts";
import type { SourceFormat } from "./source.ts";

const unknown: SourceFormat = { sampleRate: null, channels: null };

/** `head`: the packet by which the codec was recognised, whole. */
export function readOggFormat(codec: Codec, head: Buffer): SourceFormat {
  if (codec === "vorbis" && head.length >= 16)
    return { sampleRate: head.readUInt32LE(12), channels: head[11] ?? null };
  // Opus itself is always 48 kHz: this is what went into the encoder, 0 where it does not say.
  if (codec === "opus" && head.length >= 16)
    return { sampleRate: head.readUInt32LE(12) || null, channels: head[9] ?? null };
  // STREAMINFO, 17 bytes in: 20 bits of sample rate at its tenth byte, then 3 of channels less one.
  if (codec === "flac" && head.length >= 30) {
    const bits = head.readUIntBE(27, 3);
    return { sampleRate: bits >> 4, channels: ((bits >> 1) & 7) + 1 };
  }
  return unknown;
}
