/** Waiting for a set with a connected encoder that no one else hears. */
import * as z from "zod/mini";

/** Where a connected encoder is heard while no stage has it, told where its performer has something to decide. */
export const StandbyView = z.object({
  /** Only its performer hears it; false: it is on their profile, though a set of theirs begins soon. */
  isOn: z.boolean(),
  /** `soon`: a set begins soon. `cancelled`, `moved`, `ended`: what became of the set that was waited for or played. */
  reason: z.enum(["soon", "cancelled", "moved", "ended"]),
  /** The set that is meant; null where it is gone. */
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

/** Null: there is nothing to decide, as no set begins soon. */
export const SetStandbyView = z.object({ standby: z.nullable(StandbyView) });
export type SetStandbyView = z.infer<typeof SetStandbyView>;
