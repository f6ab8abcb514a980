import * as z from "zod/mini";

/**
 * The state of a set. `booked`: its time has not come. `due`: it begins within a minute, or has just begun. `standby`:
 * its performer is connected, and the stage takes their sound in time. `late`: it has begun a minute ago or more, and
 * was not heard yet. `on-air`: it is heard. `silent`: its encoder is connected and sends silence. `dropped`: it was on
 * air, and its encoder has disconnected. `over`: its time has passed. `still-connected`: the same, and its performer's
 * encoder is still connected.
 */
export const setStateNames = [
  "booked",
  "due",
  "standby",
  "late",
  "on-air",
  "silent",
  "dropped",
  "over",
  "still-connected",
] as const;
export type SetStateName = (typeof setStateNames)[number];

export const SetState = z.object({
  name: z.enum(setStateNames),
  /** Start of the state (epoch ms); null where that means nothing, before its time. */
  since: z.nullable(z.number()),
  /** Its end has passed, and it is still on air: nobody follows, and its performer plays on. */
  isPastEnd: z.optional(z.literal(true)),
});
export type SetState = z.infer<typeof SetState>;
