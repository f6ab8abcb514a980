import type { Codec } from "#app/domains/air/media/contract/control.ts";
import type { Mp3Frame } from "#packages/audio-formats/mp3-frames.ts";

/** The format in which ffmpeg reads what `feed` sends. */
export type FeedFormat = "flv" | "aac" | "loas" | "ogg";

export interface SourceKind {
  codec: Codec;
  feed: FeedFormat;
  passesOpus: boolean;
}

/** The format that a stream declares; null where it does not. */
export interface SourceFormat {
  /** Hz. */
  sampleRate: number | null;
  channels: number | null;
}

export interface SourceListener {
  /** Called once, before all sound. With `passesOpus`, the packets come by `onOpus` and need no encoder. */
  onKind(kind: SourceKind): void;
  /** Called as soon as it is read, and when it changes. */
  onFormat(format: SourceFormat): void;
  /** Bytes for ffmpeg. */
  onFeed(bytes: Uint8Array): void;
  onMp3(frame: Mp3Frame): void;
  /** One packet of exactly 20 ms that listeners can decode unchanged. */
  onOpus(packet: Uint8Array): void;
  /**
   * Called before sound with other parameters, of another codec, or Opus that has to be transcoded now is fed: it needs
   * a new decoder.
   */
  onChange(kind: SourceKind): void;
  onTitle(fields: { artist: string; title: string }): void;
}

export interface Source {
  push(bytes: Buffer): void;
  /** Returns the bytes that a new ffmpeg has to read before it can follow the feed. */
  preamble(): Uint8Array;
}
