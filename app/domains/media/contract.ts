import * as z from "zod/mini";
import { Quality } from "./contract/quality.ts";

/** What goes into an encoder. Answered only to the one who broadcasts with it, and never part of a page. */
export const ConnectionView = z.object({
  address: z.string(),
  port: z.number(),
  mount: z.string(),
  password: z.string(),
});
export type ConnectionView = z.infer<typeof ConnectionView>;

/** The same for an on-demand stage, with the specification's name of its mount. */
export const StageConnectionView = z.object({ ...ConnectionView.shape, instantPrivate: z.string() });
export type StageConnectionView = z.infer<typeof StageConnectionView>;

/** The same for a test or a performer, with the specification's names of the mount. */
export const TestConnectionView = z.object({
  ...ConnectionView.shape,
  url: z.string(),
  expiresAt: z.number(),
});
export type TestConnectionView = z.infer<typeof TestConnectionView>;
export const PerformerConnectionView = z.object({ ...ConnectionView.shape, private: z.string() });
export type PerformerConnectionView = z.infer<typeof PerformerConnectionView>;

/** How far an encoder has come: waiting, connected, sound heard, five seconds of solid level. */
export const TestStatus = z.enum(["testing", "connected", "audioDetected", "completed"]);
export type TestStatus = z.infer<typeof TestStatus>;

export const EncoderView = z.object({
  connected: z.literal(true),
  status: TestStatus,
  /** Loudness of a test, 0 to 255; above 30 counts towards passing it. Null on the performer's own mount. */
  testLevel: z.nullable(z.number()),
  codec: z.nullable(z.string()),
  level: z.nullable(
    z.object({
      /** dBFS. */
      rmsDb: z.number(),
      peakDb: z.number(),
      clippedSamples: z.number(),
      /** Bits per second. */
      bitrate: z.number(),
    }),
  ),
  /** Since when there has been only silence (epoch ms), or null. */
  silentSince: z.nullable(z.number()),
  /** Since when the encoder has been connected (epoch ms). */
  connectedAt: z.nullable(z.number()),
  /** How well the sound arrives; null until it has been measured. */
  quality: z.nullable(Quality),
});
export type EncoderView = z.infer<typeof EncoderView>;

/** False: nothing is connected there, or the mount is not the caller's. */
export const IcecastView = z.union([EncoderView, z.literal(false)]);
export type IcecastView = z.infer<typeof IcecastView>;

/** All that the server can tell a performer of their encoder, also after it has gone. */
export const EncoderReport = z.object({
  /** The server's time (epoch ms), which the times in here are to be compared with. */
  now: z.number(),
  encoder: IcecastView,
  /** The stream server is away: an encoder that was there may still be. */
  isUnknown: z.optional(z.boolean()),
  /** How the last connection ended; null while there is one, or where there was none. */
  ended: z.nullable(
    z.object({
      at: z.number(),
      /** It had stopped sending before the connection ended. */
      isFrozen: z.boolean(),
    }),
  ),
  /** When an encoder with a wrong password was last turned away; absent while there is none to tell of. */
  refusedAt: z.optional(z.number()),
});
export type EncoderReport = z.infer<typeof EncoderReport>;

export const MountInput = z.object({ mount: z.string().check(z.minLength(1), z.maxLength(128)) });
export type MountInput = z.infer<typeof MountInput>;

/** `url` is accepted because the call names it; the server chooses the mount. */
export const TestInput = z.object({ url: z.nullish(z.string().check(z.maxLength(200))) });
export type TestInput = z.infer<typeof TestInput>;

export const PassTestInput = z.object({ type: z.enum(["dj", "musician"]) });
export type PassTestInput = z.infer<typeof PassTestInput>;

export const DjTestView = z.object({
  djTest: z.boolean(),
  /** Of the test that is under way, or null. */
  status: z.nullable(TestStatus),
});
export type DjTestView = z.infer<typeof DjTestView>;
