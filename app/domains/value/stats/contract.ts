import * as z from "zod/mini";
import { ListedPersonView } from "#app/domains/people/people/contract/people.ts";

export const PerformerStatsView = z.object({
  setsPlayed: z.number(),
  /** Cumulative peak listeners. */
  listens: z.number(),
  favorites: z.number(),
  cheers: z.number(),
  /** Total time on air, to a tenth of an hour. */
  hours: z.number(),
});
export type PerformerStatsView = z.infer<typeof PerformerStatsView>;

/** The response of `djs/stats`: `private` is the performer's own mount, or null before the stream test is passed. */
export const MyPerformerStatsView = z.object({
  ...PerformerStatsView.shape,
  private: z.nullable(z.string()),
});
export type MyPerformerStatsView = z.infer<typeof MyPerformerStatsView>;

/** A performer in a list, with their totals on stages; the numbers are null where they hide them. */
export const PerformerRankView = z.object({
  ...ListedPersonView.shape,
  user: ListedPersonView,
  /** Cumulative peak listeners. */
  listens: z.nullable(z.number()),
  setsPlayed: z.nullable(z.number()),
  favorites: z.nullable(z.number()),
  cheers: z.nullable(z.number()),
});
export type PerformerRankView = z.infer<typeof PerformerRankView>;

/** The whole instance in four numbers. */
export const CueStatsView = z.object({
  cueStats: z.object({
    /** The number of different tracks that were played. */
    tracks: z.number(),
    /** Performances on stages. */
    sets: z.number(),
    users: z.number(),
    djs: z.number(),
  }),
});
export type CueStatsView = z.infer<typeof CueStatsView>;

/** Country of the request: two-letter code and the English name, or nulls where the edge does not report it. */
export const CountryView = z.object({ country: z.nullable(z.string()), name: z.nullable(z.string()) });
export type CountryView = z.infer<typeof CountryView>;
