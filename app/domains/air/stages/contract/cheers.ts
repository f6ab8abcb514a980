import * as z from "zod/mini";

const Id = z.string().check(z.minLength(1), z.maxLength(64));

/**
 * `room`, or for a performance on a profile `dj`, says whom to cheer. `set` is accepted because the call has it, but
 * not trusted: the room knows what is on air. `mediaAt` is the server time in the sound at the listener's ear.
 */
export const CheerInput = z.object({
  room: z.nullish(Id),
  dj: z.nullish(Id),
  track: z.nullish(Id),
  trackHistory: z.nullish(Id),
  set: z.nullish(Id),
  mediaAt: z.nullish(z.number()),
});
export type CheerInput = z.infer<typeof CheerInput>;

export const CheerView = z.object({
  id: z.string(),
  _id: z.string(),
  /** All cheers of the room. */
  cheerCount: z.number(),
  /** Time when the room stored it, epoch ms. */
  timestamp: z.number(),
});
export type CheerView = z.infer<typeof CheerView>;
