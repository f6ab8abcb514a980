import * as z from "zod/mini";
import { PersonView } from "../people/contract.ts";

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
  room: z.nullable(z.object({ id: z.string(), name: z.string() })),
  user: PersonView,
  peakListeners: z.number(),
  totalFavorites: z.number(),
  totalCheers: z.number(),
});
export type SetView = z.infer<typeof SetView>;
