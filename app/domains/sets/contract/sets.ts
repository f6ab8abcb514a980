import * as z from "zod/mini";
import { PersonView } from "../../people/contract/people.ts";

/** A set as the specification's lineup entry. Times are epoch ms. */
export const SetView = z.object({
  id: z.string(),
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Path of the performer's stream, `/live/{stream}`. */
  url: z.string(),
  startTime: z.number(),
  /** Null for a performance without a schedule. */
  endTime: z.nullable(z.number()),
  room: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      /** It takes weekly bookings. */
      weekly: z.optional(z.boolean()),
      /** How many listen to it now. Not in what a room itself says: there it stands beside the set. */
      currentListeners: z.optional(z.number()),
    }),
  ),
  user: PersonView,
  /** The mount of its performer, to them alone; null to everybody else. */
  private: z.optional(z.nullable(z.string())),
  /** Of the booking that it came from: how many weeks, the first included. */
  weeks: z.optional(z.number()),
  /** Of each of these weeks, how far the clocks' change moves its start, ms. */
  dst: z.optional(z.array(z.number())),
  peakListeners: z.number(),
  totalFavorites: z.number(),
  totalCheers: z.number(),
});
export type SetView = z.infer<typeof SetView>;

const Id = z.string().check(z.minLength(1), z.maxLength(64));

export const SetInput = z.object({ set: Id });
export type SetInput = z.infer<typeof SetInput>;

/**
 * `room`, or for a performance on a profile `dj`, says whom to cheer. `set` is accepted because the call names it,
 * and not believed: the room knows what is on air. `mediaAt` is the server time in the sound at the listener's ear.
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
  /** The room's cheers in all. */
  cheerCount: z.number(),
  /** When the room stored it, epoch ms. */
  timestamp: z.number(),
});
export type CheerView = z.infer<typeof CheerView>;
