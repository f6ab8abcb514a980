import * as z from "zod/mini";
import { PersonView } from "#app/domains/people/people/contract/people.ts";
import { ReplayView } from "../../replays/replay-view.ts";
import { SetState } from "./set-state.ts";

/** A set as the specification's lineup entry. Times are epoch ms. */
export const SetView = z.object({
  id: z.string(),
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Shown as the stage's cover while it is on; null or absent: the performer's own. */
  picture: z.optional(z.nullable(z.string())),
  tags: z.optional(z.array(z.string())),
  /** Path of the performer's stream, `/live/{stream}`. */
  url: z.string(),
  startTime: z.number(),
  /** Null for a performance without a schedule. */
  endTime: z.nullable(z.number()),
  room: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      /** The stage takes weekly bookings. */
      weekly: z.optional(z.boolean()),
      /** Present listeners. Not in a room's own data: there it is shown beside the set. */
      currentListeners: z.optional(z.number()),
    }),
  ),
  user: PersonView,
  /** Its current state; absent where that is not asked, and for a performance without a schedule. */
  state: z.optional(SetState),
  /** Time when it was first heard (epoch ms), null: it was not yet; absent where that is not asked. */
  heardAt: z.optional(z.nullable(z.number())),
  /** The mount of its performer, visible to them alone; null to everyone else. */
  private: z.optional(z.nullable(z.string())),
  /** Number of weeks of the booking that it came from, including the first. */
  weeks: z.optional(z.number()),
  /** Shift of its start by the clock change in each of these weeks, ms. */
  dst: z.optional(z.array(z.number())),
  peakListeners: z.number(),
  totalFavorites: z.number(),
  totalCheers: z.number(),
  /** Tokens that were tipped during it; null where its performer hides statistics. */
  totalTips: z._default(z.nullable(z.number()), null),
  /** Its replay, once it has started; null where the viewer may not hear it, and in a room's own data. */
  replay: z._default(z.nullable(ReplayView), null),
});
export type SetView = z.infer<typeof SetView>;

const Id = z.string().check(z.minLength(1), z.maxLength(64));

export const SetInput = z.object({ set: Id });
export type SetInput = z.infer<typeof SetInput>;
