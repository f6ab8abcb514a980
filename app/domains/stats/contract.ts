import * as z from "zod/mini";

export const PerformerStatsView = z.object({
  setsPlayed: z.number(),
  /** Cumulative peak listeners. */
  listens: z.number(),
  favorites: z.number(),
  cheers: z.number(),
  /** On air in all, in half hours. */
  hours: z.number(),
});
export type PerformerStatsView = z.infer<typeof PerformerStatsView>;

/** What `djs/stats` answers: `private` is the performer's own mount, or null before the stream test is passed. */
export const MyPerformerStatsView = z.object({
  ...PerformerStatsView.shape,
  private: z.nullable(z.string()),
});
export type MyPerformerStatsView = z.infer<typeof MyPerformerStatsView>;

export const ServiceView = z.object({
  name: z.enum([
    "Primary Server",
    "Recordings / Mixcloud Service",
    "Transcoder Service",
    "Audio Fingerprinting Service",
    "Notifications Service",
  ]),
  status: z.enum(["online", "offline"]),
});
export type ServiceView = z.infer<typeof ServiceView>;

/** Where the request came from: two letters and the name in English, or nulls where the edge does not say. */
export const CountryView = z.object({ country: z.nullable(z.string()), name: z.nullable(z.string()) });
export type CountryView = z.infer<typeof CountryView>;
