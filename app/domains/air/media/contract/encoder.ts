import * as z from "zod/mini";
import { Level, Quality, SourceFaultCode } from "./quality.ts";
import { StandbyView } from "./standby.ts";

/** The connection settings of an encoder. Sent only to the one who broadcasts with it, and never part of a page. */
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

/**
 * The progress of an encoder: waiting, connected (and silent so far, or again), sound heard, five seconds of solid
 * level in a test.
 */
export const TestStatus = z.enum(["testing", "connected", "audioDetected", "completed"]);
export type TestStatus = z.infer<typeof TestStatus>;

/**
 * A page's view of an encoder: everything that the server can say to a performer, or the managers of an on-demand
 * stage, also after it has disconnected.
 */
export const EncoderView = z.object({
  /** The server's time (epoch ms), which the times in this view must be compared with. */
  now: z.number(),
  /** False: nothing is connected there, or the mount belongs neither to the caller nor to a stage that they manage. */
  encoder: z.union([
    z.object({
      connected: z.literal(true),
      status: TestStatus,
      /** Loudness of a test, 0 to 255; above 30 counts towards passing it. Null on a mount that is not for a test. */
      testLevel: z.nullable(z.number()),
      codec: z.nullable(z.string()),
      level: z.nullable(Level),
      /** Start of the silence (epoch ms), or null while there is sound. */
      silentSince: z.nullable(z.number()),
      /** Start of the connection (epoch ms). */
      connectedAt: z.nullable(z.number()),
      /** Quality of the sound; null until it has been measured. */
      quality: z.nullable(Quality),
      /** References that the ear hears now, the surest first; absent where it hears nothing that has a name. */
      heard: z.optional(
        z.array(
          z.object({ artist: z.string(), title: z.string(), certainty: z.enum(["possible", "named"]) }),
        ),
      ),
    }),
    z.literal(false),
  ]),
  /** The stream server is unavailable: an encoder that was connected may still be. */
  isUnknown: z.optional(z.boolean()),
  /** End of the time when only its owner hears the sound (epoch ms); absent or null: everyone can. */
  soundCheckUntil: z.optional(z.nullable(z.number())),
  /** Absent for a test and for a stage, and while nothing is connected; null: there is nothing to decide. */
  standby: z.optional(z.nullable(StandbyView)),
  /**
   * The place where the sound of a performer's own mount is heard. Absent for a test, which no one hears, and while
   * nothing is connected; null where the room cannot be reached.
   */
  air: z.optional(
    z.nullable(
      z.object({
        /**
         * `standby`: a stage holds the sound ready for the performer's set, and no one hears it. `cut`: their set is
         * over and someone else was heard since. `off`: neither a stage nor the profile has put it on.
         */
        state: z.enum(["onAir", "standby", "cut", "off"]),
        /** The stage's name; null on the performer's profile. */
        stage: z.nullable(z.string()),
        /** End of the set on air, epoch ms, or null. */
        endTime: z.nullable(z.number()),
        /** The next performer on the stage, and the start (epoch ms). */
        next: z.nullable(z.object({ username: z.string(), startTime: z.number() })),
        /** The performer on the stage while this one is not, or null. */
        current: z.nullable(z.string()),
      }),
    ),
  ),
  /** The end of the last connection; null while there is one, or where there was none. */
  ended: z.nullable(
    z.object({
      at: z.number(),
      /** It had stopped sending before the connection ended. */
      isFrozen: z.boolean(),
      /** The server's reason for ending it; null where it did not. */
      fault: z.optional(z.nullable(SourceFaultCode)),
    }),
  ),
  /** Time when an encoder with a wrong password was last refused; absent where there was none. */
  refusedAt: z.optional(z.number()),
});
export type EncoderView = z.infer<typeof EncoderView>;

/** The part of the view that the specification's call returns. */
export const IcecastView = EncoderView.shape.encoder;
export type IcecastView = EncoderView["encoder"];

export type ConnectedEncoder = Exclude<IcecastView, false>;
export type EncoderAir = NonNullable<EncoderView["air"]>;

/** Whether one of the caller's own mounts is heard by them alone. */
export const SoundCheckInput = z.object({
  mount: z.string().check(z.minLength(1), z.maxLength(128)),
  isOn: z.boolean(),
});
export type SoundCheckInput = z.infer<typeof SoundCheckInput>;

export const SoundCheckView = z.object({
  /** The server's time (epoch ms), which `until` must be compared with. */
  now: z.number(),
  /** Automatic end of the check (epoch ms); null: none is on. */
  until: z.nullable(z.number()),
});
export type SoundCheckView = z.infer<typeof SoundCheckView>;

export const MountInput = z.object({ mount: z.string().check(z.minLength(1), z.maxLength(128)) });
export type MountInput = z.infer<typeof MountInput>;

/** `url` is accepted because the specification's call has it; the server chooses the mount. */
export const TestInput = z.object({ url: z.nullish(z.string().check(z.maxLength(200))) });
export type TestInput = z.infer<typeof TestInput>;

export const PassTestInput = z.object({ type: z.enum(["dj", "musician"]) });
export type PassTestInput = z.infer<typeof PassTestInput>;

export const DjTestView = z.object({
  djTest: z.boolean(),
  /** Status of the test in progress, or null. */
  status: z.nullable(TestStatus),
});
export type DjTestView = z.infer<typeof DjTestView>;
