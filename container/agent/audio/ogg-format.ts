/** Reads the format from the first packet of an Ogg stream. */
import type { Codec } from "#app/domains/media/contract/control.ts";
import type { SourceFormat } from "./source-port.ts";

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

/**
 * What of a stream's headers its decoder depends on: where it is the same, a stream of a chain continues the sound of the
 * one before. Fields that differ from file to file, such as the length, are left out.
 */
export function readOggParameters(codec: Codec, headers: readonly Buffer[]): Buffer {
  const [head = Buffer.alloc(0)] = headers;
  switch (codec) {
    case "vorbis": {
      const setup = headers.find((packet) => packet.toString("latin1", 0, 7) === "\x05vorbis");
      return Buffer.concat([head.subarray(11, 16), head.subarray(28, 29), setup ?? Buffer.alloc(0)]);
    }
    case "opus":
      return Buffer.concat([head.subarray(9, 10), head.subarray(16)]);
    case "flac":
      // In STREAMINFO: the sizes of blocks, then sample rate, channels and bits per sample, without the length.
      return Buffer.concat([head.subarray(17, 21), head.subarray(27, 30), Buffer.of((head[30] ?? 0) & 0xf0)]);
    default:
      return head;
  }
}
