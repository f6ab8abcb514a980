import * as z from "zod/mini";

/** Measurements of the encoder's sound over the last half second. */
export const Level = z.object({
  /** dBFS, -120 for digital silence. */
  rmsDb: z.number(),
  peakDb: z.number(),
  /** Samples at full scale. */
  clippedSamples: z.number(),
  /** Bits per second that arrive from the encoder; 0 until it is known. */
  bitrate: z.number(),
});
export type Level = z.infer<typeof Level>;

/**
 * Quality of the sound, measured continuously. Every `…Ms` that names a state is for how long it has lasted without a
 * break, and 0 while it does not hold.
 */
export const Quality = z.object({
  /** The format that the stream declares (Hz, channels); null where it does not. */
  sampleRate: z.nullable(z.number()),
  channels: z.nullable(z.number()),
  /** Connected, without a byte arriving. */
  quietMs: z.number(),
  /** The wave is clipped at full scale, now or in the last seconds. */
  isClipping: z.boolean(),
  /** There is sound, and it is the same in both channels; or in only one of them. */
  monoMs: z.number(),
  leftOnlyMs: z.number(),
  rightOnlyMs: z.number(),
  /** One short piece of sound plays over and over, as from a hanging driver: its length, otherwise null. */
  loopMs: z.nullable(z.number()),
  /** Seconds of sound that arrive per second: 1 is real time. Null until enough has arrived. */
  pace: z.nullable(z.number()),
  /** Gaps in the arrival, over the last minute, that are longer than what listeners buffer. */
  drops: z.object({ count: z.number(), longestMs: z.number() }),
  /**
   * Time from the arrival of a packet's sound to its departure for the room, and half the round trip to the room; null
   * while no room plays it.
   */
  delay: z.object({ agentMs: z.nullable(z.number()), networkMs: z.nullable(z.number()) }),
});
export type Quality = z.infer<typeof Quality>;

/** An encoder that is connected and has sent nothing for this long is frozen. Icecast disconnects it soon after. */
export const frozenMs = 3_000;

/**
 * The agent's reason for ending a source: it declares a format that no music has, its headers are too large, it sends
 * far more than plays in the same time, or it cannot be decoded.
 */
export const SourceFaultCode = z.enum(["format", "headers", "flood", "unreadable"]);
export type SourceFaultCode = z.infer<typeof SourceFaultCode>;
