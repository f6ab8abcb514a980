/** The header packets at the start of a logical Ogg stream: of Vorbis, Opus and FLAC. */
import { concat } from "./bytes.ts";

export type OggCodec = "vorbis" | "opus" | "flac";

export interface OggHead {
  codec: OggCodec;
  /** Hz, as declared: of Opus that of the encoder's input. Null where it is not. */
  sampleRate: number | null;
  channels: number | null;
  /** Number of header packets with this one; FLAC may leave that open (infinity). */
  packets: number;
}

/** Returns what the first packet of a logical stream declares; null where it is of no known sound. */
export function readOggHead(packet: Uint8Array): OggHead | null {
  const view = viewOf(packet);
  const isLong = packet.length >= 16;
  if (startsWith(packet, "\x01vorbis"))
    return {
      codec: "vorbis",
      sampleRate: isLong ? view.getUint32(12, true) : null,
      channels: isLong ? view.getUint8(11) : null,
      packets: 3,
    };
  // Opus itself is always 48 kHz: this is the sample rate of the encoder's input, 0 where it is not declared.
  if (startsWith(packet, "OpusHead"))
    return {
      codec: "opus",
      sampleRate: (isLong && view.getUint32(12, true)) || null,
      channels: isLong ? view.getUint8(9) : null,
      packets: 2,
    };
  if (packet.length < 13 || !startsWith(packet, "\x7fFLAC")) return null;
  const others = view.getUint16(7); // 0: not known beforehand
  const packets = others === 0 ? Number.POSITIVE_INFINITY : 1 + others;
  if (packet.length < 30) return { codec: "flac", sampleRate: null, channels: null, packets };
  // STREAMINFO starts at byte 17: 20 bits of sample rate at its tenth byte, then 3 bits of channels minus one.
  const bits = view.getUint32(26) & 0xffffff;
  return { codec: "flac", sampleRate: bits >> 4, channels: ((bits >> 1) & 7) + 1, packets };
}

/**
 * Returns the part of a stream's headers that its decoder depends on: where it is the same, a stream of a chain
 * continues the sound of the one before. Fields that differ from file to file, such as the length, are left out.
 */
export function readOggParameters(codec: OggCodec, headers: readonly Uint8Array[]): Uint8Array {
  const [head = new Uint8Array()] = headers;
  switch (codec) {
    case "vorbis": {
      const setup = headers.find((packet) => startsWith(packet, "\x05vorbis"));
      return concat([head.subarray(11, 16), head.subarray(28, 29), setup ?? new Uint8Array()]);
    }
    case "opus":
      return concat([head.subarray(9, 10), head.subarray(16)]);
    case "flac":
      // In STREAMINFO: the sizes of blocks, then sample rate, channels and bits per sample, without the length.
      return concat([head.subarray(17, 21), head.subarray(27, 30), Uint8Array.of((head[30] ?? 0) & 0xf0)]);
  }
}

/** The Vorbis comments in a header packet, from the vendor's length on; null where it has none. */
export function commentsIn(codec: OggCodec, packet: Uint8Array): Uint8Array | null {
  if (codec === "vorbis" && startsWith(packet, "\x03vorbis")) return packet.subarray(7);
  if (codec === "opus" && startsWith(packet, "OpusTags")) return packet.subarray(8);
  if (codec === "flac" && packet.length > 4 && ((packet[0] ?? 0) & 0x7f) === 4) return packet.subarray(4);
  return null;
}

/** Whether this is `OpusHead` or `OpusTags`. */
export const isOpusHeader = (packet: Uint8Array): boolean => packet.length >= 8 && startsWith(packet, "Opus");

/** True when listeners can decode this stream's packets without its header: mono or stereo, no gain. */
export function isPlainOpusHead(head: Uint8Array): boolean {
  if (head.length < 19 || !startsWith(head, "OpusHead")) return false;
  const channels = head[9] ?? 0;
  return channels >= 1 && channels <= 2 && viewOf(head).getInt16(16, true) === 0 && head[18] === 0;
}

/** Returns the `OpusHead` of 48 kHz sound. `preSkip`: the samples that decoders discard. */
export function writeOpusHead({ channels, preSkip }: { channels: 1 | 2; preSkip: number }): Uint8Array {
  const head = new Uint8Array(19);
  const view = viewOf(head);
  head.set(new TextEncoder().encode("OpusHead"));
  view.setUint8(8, 1);
  view.setUint8(9, channels);
  view.setUint16(10, preSkip, true);
  view.setUint32(12, 48_000, true);
  return head;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function startsWith(bytes: Uint8Array, name: string): boolean {
  for (let at = 0; at < name.length; at++) if (bytes[at] !== name.charCodeAt(at)) return false;
  return true;
}
