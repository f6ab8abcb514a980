import * as z from "zod/mini";

/**
 * How well the sound arrives, measured while it does. Every `…Ms` that names a state says for how long it has been so
 * without a break, and is 0 while it is not.
 */
export const Quality = z.object({
  /** What the stream itself declares (Hz, channels); null where it does not say. */
  sampleRate: z.nullable(z.number()),
  channels: z.nullable(z.number()),
  /** Connected, and not a byte has come. */
  quietMs: z.number(),
  /** The wave is cut off at full scale, now or in the last seconds. */
  isClipping: z.boolean(),
  /** There is sound, and it is the same in both channels; or in only one of them. */
  monoMs: z.number(),
  leftOnlyMs: z.number(),
  rightOnlyMs: z.number(),
  /** One short piece of sound plays over and over, as from a driver that is stuck: its length, else null. */
  loopMs: z.nullable(z.number()),
  /** Seconds of sound that arrive in a second: 1 is real time. Null until enough of it has come. */
  pace: z.nullable(z.number()),
  /** Gaps in the arrival, over the last minute, that are longer than what listeners hold in store. */
  drops: z.object({ count: z.number(), longestMs: z.number() }),
  /**
   * From the arrival of a packet's sound to its departure for the room, and half the round trip to there; null while
   * no room plays it.
   */
  delay: z.object({ agentMs: z.nullable(z.number()), networkMs: z.nullable(z.number()) }),
});
export type Quality = z.infer<typeof Quality>;

/** An encoder that is connected and has sent nothing for this long is frozen. Icecast lets it go soon after. */
export const frozenMs = 3_000;

/**
 * Why the agent ended a source by itself: it declares what no music has, its headers are too large, it sends far more
 * than plays in the same time, or it cannot be decoded.
 */
export const SourceFaultCode = z.enum(["format", "headers", "flood", "unreadable"]);
export type SourceFaultCode = z.infer<typeof SourceFaultCode>;
