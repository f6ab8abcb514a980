/** Waiting for a set with a connected encoder that only its performer hears. */
import * as z from "zod/mini";

/** The place where a connected encoder is heard while no stage has it, where its performer can decide about that. */
export const StandbyView = z.object({
  /** Only its performer hears it; false: it is on their profile, though a set of theirs starts soon. */
  isOn: z.boolean(),
  /**
   * `soon`: a set starts soon. `cancelled`, `moved`, `ended`: what happened to the set that it waited for or played.
   * `passed`: the stream test was. `over`: its set is over, and it is still connected. `chosen`: its performer wants that
   * connecting alone does not put their profile on air.
   */
  reason: z.enum(["soon", "cancelled", "moved", "ended", "passed", "over", "chosen"]),
  /** The set concerned; null where it was deleted. */
  set: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      stage: z.string(),
      /** Epoch ms. */
      startTime: z.number(),
    }),
  ),
  /** True after a set that is over, while the stage has not given the stream back yet. */
  isWithStage: z.optional(z.boolean()),
  /** Time after a set that is over when the profile goes live, or went (epoch ms); absent or null: it does not. */
  profileAt: z.optional(z.nullable(z.number())),
});
export type StandbyView = z.infer<typeof StandbyView>;

/** Whether the caller's own encoder waits on standby or stays off the air after their set, or is on their profile. */
export const SetStandbyInput = z.object({ isOn: z.boolean() });
export type SetStandbyInput = z.infer<typeof SetStandbyInput>;

/** Null: there is nothing to decide, as no set starts soon. */
export const SetStandbyView = z.object({ standby: z.nullable(StandbyView) });
export type SetStandbyView = z.infer<typeof SetStandbyView>;
