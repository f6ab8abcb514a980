/**
 * Limits on what one source may send. Everyone can have a test mount, so whatever grows with the bytes of an encoder,
 * in this process or in its ffmpeg, has a limit here. A source that exceeds one is ended; other sources are not
 * affected.
 */
import type { SourceFaultCode } from "#app/domains/air/media/contract/quality.ts";
import type { SourceFormat } from "./source-port.ts";

/** Hz. */
const sampleRates = { min: 8_000, max: 192_000 };
const maxChannels = 8;

/** The limit for all header packets of one Ogg stream together, cover art included. */
export const maxHeaderBytes = 4 * 1_024 * 1_024;
export const maxHeaderPackets = 128;
/** The limit for a packet of sound: the largest FLAC block of 8 channels is smaller. */
export const maxPacketBytes = 4 * 1_024 * 1_024;

/**
 * Token buckets for what arrives: `start` at first (encoders start with what they have buffered), then `perSecond`.
 * Unused amounts accumulate up to `max`, so that a stalled connection or machine can catch up.
 */
const rates = {
  /** 8 channels of 24 bits at 48 kHz, uncompressed, are 1.2 MB a second. */
  bytes: { start: 12_000_000, max: 12_000_000, perSecond: 2_000_000 },
  /** Opus in packets of 2.5 ms, each in a page of its own, has 400 pages a second. */
  pages: { start: 4_000, max: 4_000, perSecond: 800 },
  packets: { start: 20_000, max: 20_000, perSecond: 4_000 },
  /** Sound that goes to listeners without decoding, ms. */
  passedMs: { start: 10_000, max: 60_000, perSecond: 2_000 },
  /** Sound that ffmpeg has decoded, ms. */
  decodedMs: { start: 10_000, max: 60_000, perSecond: 2_000 },
  /** Each needs a new ffmpeg. Files of a few seconds, each with other parameters, are the worst that anyone plays. */
  changes: { start: 10, max: 10, perSecond: 0.5 },
} as const;

type Rated = keyof typeof rates;

const rateFaults: Record<Rated, string> = {
  bytes: "more bytes than any sound has",
  pages: "more Ogg pages than any sound has",
  packets: "more Ogg packets than any sound has",
  passedMs: "sound far ahead of real time",
  decodedMs: "sound far ahead of real time",
  changes: "more changes of its parameters than any sound has",
};

/** The reason why a source is ended. The message is for the log: it contains numbers, but no text from the source. */
export class SourceFault extends Error {
  readonly code: SourceFaultCode;

  constructor(code: SourceFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Throws a SourceFault for a format that no music encoder declares; ffmpeg would resample it at any cost. */
export function checkFormat({ sampleRate, channels }: SourceFormat): void {
  if (sampleRate !== null && (sampleRate < sampleRates.min || sampleRate > sampleRates.max))
    throw new SourceFault("format", `declares a sample rate of ${sampleRate} Hz`);
  if (channels !== null && (channels < 1 || channels > maxChannels))
    throw new SourceFault("format", `declares ${channels} channels`);
}

/** Counts what one source sends, and compares it with the time that has passed. */
export class SourceRates {
  readonly #now: () => number;
  readonly #left: Record<Rated, { amount: number; at: number }>;

  /** `now`: a monotonic clock, ms. */
  constructor(now: () => number) {
    this.#now = now;
    const full = (what: Rated) => ({ amount: rates[what].start, at: now() });
    this.#left = {
      bytes: full("bytes"),
      pages: full("pages"),
      packets: full("packets"),
      passedMs: full("passedMs"),
      decodedMs: full("decodedMs"),
      changes: full("changes"),
    };
  }

  /** Throws a SourceFault when the total is more than the source may have sent by now. */
  count(what: Rated, amount: number): void {
    const { max, perSecond } = rates[what];
    const left = this.#left[what];
    const now = this.#now();
    left.amount = Math.min(max, left.amount + ((now - left.at) * perSecond) / 1_000) - amount;
    left.at = now;
    if (left.amount < 0) throw new SourceFault("flood", rateFaults[what]);
  }
}
