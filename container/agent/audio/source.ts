/**
 * Finds out what an encoder sends (by its bytes: content types lie) and turns it into what the rest of the
 * pipeline needs: bytes that ffmpeg reads without delay, MP3 frames and Opus packets that pass as they are, titles.
 */
import type { Codec } from "#app/domains/media/contract/control.ts";
import { Mp3Source } from "./mp3-source.ts";
import { type Mp3Frame, readMp3Header } from "./mpeg-frames.ts";
import { OggSource } from "./ogg-source.ts";

/** How ffmpeg is to read what `feed` gives. */
export type FeedFormat = "flv" | "aac" | "ogg";

export interface SourceKind {
  codec: Codec;
  feed: FeedFormat;
  passesOpus: boolean;
}

/** What a stream says of itself; null where that would be a guess. */
export interface SourceFormat {
  /** Hz. */
  sampleRate: number | null;
  channels: number | null;
}

export interface SourceListener {
  /** Before all sound, once. With `passesOpus`, the packets come by `onOpus` and need no encoder. */
  onKind(kind: SourceKind): void;
  /** As soon as it is read, and when it changes. */
  onFormat(format: SourceFormat): void;
  /** Bytes for ffmpeg. */
  onFeed(bytes: Buffer): void;
  onMp3(frame: Mp3Frame): void;
  /** One packet of exactly 20 ms that listeners can decode as it is. */
  onOpus(packet: Buffer): void;
  /** The encoder changed its ways: from here on its Opus has to be transcoded after all. */
  onOpusEnd(): void;
  onTitle(fields: { artist: string; title: string }): void;
}

export interface Source {
  push(bytes: Buffer): void;
  /** What a new ffmpeg has to read before it can follow the feed. */
  preamble(): Buffer;
}

/** Enough to hold a tag's header and two frames of any kind. */
const sniffBytes = 8_192;
/** Cover art in front of the sound can be large. */
const giveUpBytes = 4 * 1_024 * 1_024;

/** Chooses the reader by the first bytes. Until they suffice nothing is reported; foreign bytes never are. */
export class SniffedSource implements Source {
  #source: Source | undefined;
  #held: Buffer = Buffer.alloc(0);
  #skipped = 0;
  readonly #listener: SourceListener;

  constructor(listener: SourceListener) {
    this.#listener = listener;
  }

  push(bytes: Buffer): void {
    if (this.#source) return this.#source.push(bytes);
    if (this.#skipped > giveUpBytes) return;
    this.#held = Buffer.concat([this.#held, bytes]);
    const found = sniff(this.#held);
    if (found === undefined) {
      if (this.#held.length > sniffBytes) {
        this.#skipped += this.#held.length - sniffBytes;
        this.#held = this.#held.subarray(-sniffBytes);
      }
      return;
    }
    const start = this.#held.subarray(found.offset);
    this.#held = Buffer.alloc(0);
    this.#source =
      found.kind === "ogg"
        ? new OggSource(this.#listener)
        : found.kind === "mp3"
          ? new Mp3Source(this.#listener)
          : new AacSource(this.#listener);
    this.#source.push(start);
  }

  preamble(): Buffer {
    return this.#source?.preamble() ?? Buffer.alloc(0);
  }
}

/** AAC in ADTS: ffmpeg's reader takes one frame at a time already. */
class AacSource implements Source {
  #isFormatKnown = false;
  readonly #listener: SourceListener;

  constructor(listener: SourceListener) {
    this.#listener = listener;
    listener.onKind({ codec: "aac", feed: "aac", passesOpus: false });
  }

  push(bytes: Buffer): void {
    // The first bytes are those of a frame.
    if (!this.#isFormatKnown) this.#listener.onFormat(readAdtsFormat(bytes));
    this.#isFormatKnown = true;
    this.#listener.onFeed(bytes);
  }

  preamble(): Buffer {
    return Buffer.alloc(0);
  }
}

/** What begins where, once two frames in step (or one Ogg page) say so. */
export function sniff(bytes: Buffer): { kind: "ogg" | "mp3" | "aac"; offset: number } | undefined {
  for (let offset = 0; offset + 4 <= bytes.length; offset++) {
    const first = bytes[offset];
    if (first === 0x4f && bytes.toString("latin1", offset, offset + 4) === "OggS")
      return { kind: "ogg", offset };
    if (first !== 0xff) continue;
    const mp3 = readMp3Header(bytes, offset);
    if (mp3 && readMp3Header(bytes, offset + mp3.length)) return { kind: "mp3", offset };
    const adtsLength = readAdtsLength(bytes, offset);
    if (adtsLength && readAdtsLength(bytes, offset + adtsLength)) return { kind: "aac", offset };
  }
  return undefined;
}

function readAdtsLength(bytes: Buffer, offset: number): number | undefined {
  if (offset + 7 > bytes.length) return undefined;
  if (bytes[offset] !== 0xff || ((bytes[offset + 1] ?? 0) & 0xf6) !== 0xf0) return undefined;
  const length = (bytes.readUInt32BE(offset + 3) >> 13) & 0x1fff;
  return length > 7 ? length : undefined;
}

const adtsSampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
/** High-efficiency AAC declares half its sample rate, and one channel where it means two. */
const ambiguousRate = 24_000;

function readAdtsFormat(frame: Buffer): SourceFormat {
  const [, , c = 0, d = 0] = frame;
  const sampleRate = adtsSampleRates[(c >> 2) & 15];
  if (sampleRate === undefined || sampleRate <= ambiguousRate) return { sampleRate: null, channels: null };
  const channels = ((c & 1) << 2) | (d >> 6);
  return { sampleRate, channels: channels === 0 ? null : channels === 7 ? 8 : channels };
}
