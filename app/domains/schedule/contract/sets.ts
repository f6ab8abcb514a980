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
  /** The mount of its performer, to them alone; null to everyone else. */
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
