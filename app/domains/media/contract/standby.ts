/** Waiting for a set with a connected encoder that only its performer hears. */
import * as z from "zod/mini";

/** Where a connected encoder is heard while no stage has it, where its performer can decide about that. */
export const StandbyView = z.object({
  /** Only its performer hears it; false: it is on their profile, though a set of theirs starts soon. */
  isOn: z.boolean(),
  /**
   * `soon`: a set starts soon. `cancelled`, `moved`, `ended`: what happened to the set that it waited for or played.
   */
  reason: z.enum(["soon", "cancelled", "moved", "ended"]),
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
});
export type StandbyView = z.infer<typeof StandbyView>;

/** Whether the caller's own encoder waits on standby, or is on their profile. */
export const SetStandbyInput = z.object({ isOn: z.boolean() });
export type SetStandbyInput = z.infer<typeof SetStandbyInput>;

/** Null: there is nothing to decide, as no set starts soon. */
export const SetStandbyView = z.object({ standby: z.nullable(StandbyView) });
export type SetStandbyView = z.infer<typeof SetStandbyView>;
