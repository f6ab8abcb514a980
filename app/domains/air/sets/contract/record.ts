/** A set with everything that happened in it. Times are epoch ms. */
import * as z from "zod/mini";
import { ListedTrackView, playConfidences, playSources } from "#app/domains/music/tracks/contract/tracks.ts";
import { RecordingClock } from "../../replays/recording-clock.ts";
import { LiveSet } from "../../stages/live/set-updates.ts";
import { PlayedSetView } from "./changes.ts";

/** A track of a set; its id is that of the play. The numbers are null where its performer hides them. */
export const SetTrackView = z.object({
  id: z.string(),
  _id: z.string(),
  /** Its position in the set, from 1. */
  order: z.number(),
  /** The start: the same as `start`. */
  timestamp: z.number(),
  start: z.number(),
  /** Null where it is not known, or not yet. */
  end: z.nullable(z.number()),
  source: z.enum(playSources),
  confidence: z.enum(playConfidences),
  listenCount: z.nullable(z.number()),
  favoriteCount: z.nullable(z.number()),
  cheerCount: z.nullable(z.number()),
  track: ListedTrackView,
});
export type SetTrackView = z.infer<typeof SetTrackView>;

/**
 * The specification's set. Its performer's setting to hide statistics applies to everyone except them and the managers
 * of its stage.
 */
export const SetRecordView = z.object({
  ...PlayedSetView.shape,
  /** Tracks by time. */
  tracks: z.array(SetTrackView),
  /** Time of each cheer; null where hidden. */
  cheers: z.nullable(z.array(z.number())),
});
export type SetRecordView = z.infer<typeof SetRecordView>;

/** The initial data of the live dashboard. */
export const LiveDashboardView = z.object({
  live: LiveSet,
  /** The clock of times into the set; null where it was not on air yet. */
  clock: z.nullable(RecordingClock),
  performer: PlayedSetView.shape.user,
  room: z.object({ id: z.string(), name: z.string() }),
  /** The viewer plays it, so the encoder is theirs. */
  isPerformer: z.boolean(),
  /** The viewer manages its stage. */
  isManager: z.boolean(),
});
export type LiveDashboardView = z.infer<typeof LiveDashboardView>;
