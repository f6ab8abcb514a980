/** A set live: the updates that its performer and the managers of its stage get over the stage's socket. */
import * as z from "zod/mini";

/** A track of the set; its id is that of the play. */
const LiveTrack = z.object({
  id: z.string(),
  /** Start in the sound, epoch ms. */
  timestamp: z.number(),
  /** Its id is null while its performer hides it: then it is "ID" to the managers, and to the performer here. */
  track: z.object({ id: z.nullable(z.string()), artist: z.string(), title: z.string() }),
  favoriteCount: z.number(),
  cheerCount: z.number(),
});
export type LiveTrack = z.infer<typeof LiveTrack>;

/** A tip during the set. Of a hidden one the name is "Anonymous" and the id empty. */
const LiveTip = z.object({
  id: z.string(),
  timestamp: z.number(),
  /** The play that was heard, or null before the first. */
  trackHistory: z.nullable(z.string()),
  /** Tokens. */
  amount: z.number(),
  fromUsername: z.string(),
  fromId: z.string(),
});
export type LiveTip = z.infer<typeof LiveTip>;

/** The maximum of tips that a followed set names. */
export const maxLiveTips = 100;

/** The complete live data of a set. Times are epoch ms. */
export const LiveSet = z.object({
  /** The number of the last update that this contains. */
  n: z.number(),
  set: z.string(),
  name: z.string(),
  startTime: z.number(),
  endTime: z.number(),
  isCancelled: z.boolean(),
  /** Null while it is not on air. `since`: when it went on air. */
  air: z.nullable(z.object({ status: z.enum(["live", "reconnecting"]), since: z.number() })),
  /** Number of listeners of the stage now, whichever set is on air. */
  listeners: z.number(),
  peakListeners: z.number(),
  totalFavorites: z.number(),
  totalCheers: z.number(),
  /** Tracks by time. */
  tracks: z.array(LiveTrack),
  /** Time of each cheer, by time. */
  cheers: z.array(z.number()),
  /** Tokens that were tipped during it, without those given back. */
  totalTips: z.number(),
  /** The last `maxLiveTips`, newest first. */
  tips: z.array(LiveTip),
});
export type LiveSet = z.infer<typeof LiveSet>;

const updateData = {
  "live listeners": z.object({ set: z.string(), listeners: z.number(), peakListeners: z.number() }),
  "live track": z.object({ set: z.string(), track: LiveTrack }),
  "live favorite": z.object({
    set: z.string(),
    trackHistory: z.string(),
    favoriteCount: z.number(),
    totalFavorites: z.number(),
  }),
  "live cheer": z.object({
    set: z.string(),
    /** The play that was cheered, or null before the first. */
    trackHistory: z.nullable(z.string()),
    timestamp: z.number(),
  }),
  "live tip": z.object({ set: z.string(), ...LiveTip.shape, totalTips: z.number() }),
} as const;

const frame = { n: z.number() };

/**
 * The server's updates, only to those who have joined. `n` increases with every update of a stage, not always by one.
 */
export const LiveUpdate = z.discriminatedUnion("event", [
  /** The whole state: the set was changed, went on or off the air, or something may have been missed. */
  z.object({ event: z.literal("live state"), data: LiveSet, ...frame }),
  z.object({ event: z.literal("live listeners"), data: updateData["live listeners"], ...frame }),
  z.object({ event: z.literal("live track"), data: updateData["live track"], ...frame }),
  z.object({ event: z.literal("live favorite"), data: updateData["live favorite"], ...frame }),
  z.object({ event: z.literal("live cheer"), data: updateData["live cheer"], ...frame }),
  z.object({ event: z.literal("live tip"), data: updateData["live tip"], ...frame }),
]);
export type LiveUpdate = z.infer<typeof LiveUpdate>;

/**
 * The only reducer of a followed set: the room applies it before it sends, every dashboard on arrival. An update that
 * is already contained, or of another set, changes nothing and returns the same object.
 */
export function applyLiveUpdate(state: LiveSet, update: LiveUpdate): LiveSet {
  if (update.data.set !== state.set || update.n <= state.n) return state;
  const { n } = update;
  switch (update.event) {
    case "live state":
      return update.data;
    case "live listeners": {
      const { listeners, peakListeners } = update.data;
      return { ...state, n, listeners, peakListeners };
    }
    case "live track":
      return { ...state, n, tracks: [...state.tracks, update.data.track] };
    case "live favorite": {
      const { trackHistory, favoriteCount, totalFavorites } = update.data;
      const tracks = changeTrack(state.tracks, trackHistory, () => ({ favoriteCount }));
      return { ...state, n, totalFavorites, tracks };
    }
    case "live cheer": {
      const { trackHistory, timestamp } = update.data;
      const tracks = changeTrack(state.tracks, trackHistory, ({ cheerCount }) => ({
        cheerCount: cheerCount + 1,
      }));
      const cheers = [...state.cheers, timestamp];
      return { ...state, n, totalCheers: state.totalCheers + 1, cheers, tracks };
    }
    case "live tip": {
      const { set: _, totalTips, ...tip } = update.data;
      if (state.tips.some(({ id }) => id === tip.id)) return { ...state, n };
      return { ...state, n, totalTips, tips: [tip, ...state.tips].slice(0, maxLiveTips) };
    }
  }
}

function changeTrack(
  tracks: LiveTrack[],
  id: string | null,
  change: (track: LiveTrack) => Partial<LiveTrack>,
): LiveTrack[] {
  return tracks.map((track) => (track.id === id ? { ...track, ...change(track) } : track));
}
