/**
 * What one source may send. Everyone can have a test mount, so whatever grows with the bytes of an encoder, in this
 * process or in its ffmpeg, has a limit here. A source that breaks one is ended; what others send is not touched.
 */
import type { SourceFaultCode } from "#app/domains/media/contract/quality.ts";
import type { SourceFormat } from "./source.ts";

/** Hz. */
const sampleRates = { min: 8_000, max: 192_000 };
const maxChannels = 8;

/** All header packets of one Ogg stream together, cover art included. */
export const maxHeaderBytes = 4 * 1_024 * 1_024;
export const maxHeaderPackets = 128;
/** A packet of sound: the largest FLAC block of 8 channels is smaller. */
export const maxPacketBytes = 4 * 1_024 * 1_024;

/**
 * What arrives: so much at the start (encoders begin with what they have in store), then `perSecond`. What is not used
 * is saved up to `most`, so that a line or a machine that stood still can catch up.
 */
const rates = {
  /** 8 channels of 24 bits at 48 kHz, uncompressed, are 1.2 MB a second. */
  bytes: { start: 12_000_000, max: 12_000_000, perSecond: 2_000_000 },
  /** Opus in packets of 2.5 ms, each in a page of its own, has 400 a second. */
  pages: { start: 4_000, max: 4_000, perSecond: 800 },
  packets: { start: 20_000, max: 20_000, perSecond: 4_000 },
  /** Sound that goes to listeners as it came, ms. */
  passedMs: { start: 10_000, max: 60_000, perSecond: 2_000 },
  /** Sound that ffmpeg has decoded, ms. */
  decodedMs: { start: 10_000, max: 60_000, perSecond: 2_000 },
} as const;

type Rated = keyof typeof rates;

const rateFaults: Record<Rated, string> = {
  bytes: "more bytes than any sound has",
  pages: "more Ogg pages than any sound has",
  packets: "more Ogg packets than any sound has",
  passedMs: "sound far ahead of real time",
  decodedMs: "sound far ahead of real time",
};

/** Why a source is ended. The message is for the log: it contains numbers, but no text of the source. */
export class SourceFault extends Error {
  readonly code: SourceFaultCode;

  constructor(code: SourceFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Throws a SourceFault for what no encoder of music declares; ffmpeg would resample it at any cost. */
export function checkFormat({ sampleRate, channels }: SourceFormat): void {
  if (sampleRate !== null && (sampleRate < sampleRates.min || sampleRate > sampleRates.max))
    throw new SourceFault("format", `declares a sample rate of ${sampleRate} Hz`);
  if (channels !== null && (channels < 1 || channels > maxChannels))
    throw new SourceFault("format", `declares ${channels} channels`);
}

/** Counts what one source sends against the clock. */
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
    };
  }

  /** Throws a SourceFault when that is more than the source may send by now. */
  count(what: Rated, amount: number): void {
    const { max, perSecond } = rates[what];
    const left = this.#left[what];
    const now = this.#now();
    left.amount = Math.min(max, left.amount + ((now - left.at) * perSecond) / 1_000) - amount;
    left.at = now;
    if (left.amount < 0) throw new SourceFault("flood", rateFaults[what]);
  }
}
