import type { LiveSet } from "#app/domains/stages/live/set-updates.ts";
import type { SetCheerRow, SetPlayRow } from "#db/queries/set-record.ts";

/** A track as it was played. */
export interface SetPlay {
  id: string;
  timestamp: number;
  track: { id: string; artist: string; title: string };
}

/** A cheer as it was given. */
export interface SetCheer {
  id: string;
  timestamp: number;
  playId: string | null;
}

interface SetDetailsRow {
  id: string;
  name: string;
  startsAt: number;
  endsAt: number;
  status: "accepted" | "cancelled";
  peakListeners: number;
}

export const detailsOf = ({ name, startsAt, endsAt, status }: SetDetailsRow) => ({
  name,
  startTime: startsAt,
  endTime: endsAt,
  isCancelled: status === "cancelled",
});

export const sumOf = (counts: Map<string, number>) => [...counts.values()].reduce((sum, n) => sum + n, 0);

/**
 * A set from the rows of the database, and what a room has not written to it yet (`ledger`): each play and each cheer
 * once.
 */
export function toLiveSet({
  row,
  stored,
  ledger = { plays: [], cheers: [] },
  favorites,
  now,
}: {
  row: SetDetailsRow;
  stored: { plays: SetPlayRow[]; cheers: SetCheerRow[] };
  ledger?: { plays: SetPlay[]; cheers: SetCheer[] };
  /** By play. */
  favorites: Map<string, number>;
  now: Pick<LiveSet, "air" | "listeners" | "peakListeners" | "n">;
}): LiveSet {
  const plays = new Map(ledger.plays.map((play) => [play.id, play]));
  for (const { id, playedAt, track } of stored.plays) {
    plays.set(id, {
      id,
      timestamp: playedAt,
      track: { id: track.id, artist: track.artist, title: track.title },
    });
  }
  const cheers = new Map(ledger.cheers.map((cheer) => [cheer.id, cheer]));
  for (const { id, cheeredAt, playId } of stored.cheers) cheers.set(id, { id, timestamp: cheeredAt, playId });
  const byPlay = Map.groupBy(cheers.values(), ({ playId }) => playId);
  const tracks = [...plays.values()].map((play) => ({
    ...play,
    favoriteCount: favorites.get(play.id) ?? 0,
    cheerCount: byPlay.get(play.id)?.length ?? 0,
  }));
  return {
    ...now,
    set: row.id,
    ...detailsOf(row),
    peakListeners: Math.max(row.peakListeners, now.peakListeners),
    totalFavorites: sumOf(favorites),
    totalCheers: cheers.size,
    tracks: tracks.sort((a, b) => a.timestamp - b.timestamp),
    cheers: [...cheers.values()].map(({ timestamp }) => timestamp).sort((a, b) => a - b),
  };
}
