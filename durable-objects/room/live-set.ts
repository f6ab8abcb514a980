import type { LiveSet } from "#app/domains/stages/live/set-updates.ts";
import type { findSetFor, listSetCheers, listSetPlays } from "#db/queries/set-record.ts";
import type { Broadcast } from "./air.ts";
import type { SetCheer, SetPlay } from "./set-ledger.ts";

export type SetDetailsRow = NonNullable<Awaited<ReturnType<typeof findSetFor>>>;

export const detailsOf = ({ name, startsAt, endsAt, status }: SetDetailsRow) => ({
  name,
  startTime: startsAt,
  endTime: endsAt,
  isCancelled: status === "cancelled",
});

/** How a set is on air: null while another one is, or none. */
export function airOf(setId: string, broadcast: Broadcast | null): LiveSet["air"] {
  if (broadcast === null || broadcast.onAir.setId !== setId) return null;
  const { status } = broadcast.onAir;
  return { status, since: broadcast.startedAt };
}

export const peakOf = (setId: string, broadcast: Broadcast | null) =>
  broadcast?.onAir.setId === setId ? broadcast.peakListeners : 0;

export const sumOf = (counts: Map<string, number>) => [...counts.values()].reduce((sum, n) => sum + n, 0);

/** A set from what D1 has and what the ledger has: each play and each cheer once. */
export function toLiveSet({
  row,
  stored,
  ledger,
  favorites,
  broadcast,
  listeners,
  n,
}: {
  row: SetDetailsRow;
  stored: {
    plays: Awaited<ReturnType<typeof listSetPlays>>;
    cheers: Awaited<ReturnType<typeof listSetCheers>>;
  };
  ledger: { plays: SetPlay[]; cheers: SetCheer[] };
  /** By play. */
  favorites: Map<string, number>;
  broadcast: Broadcast | null;
  listeners: number;
  n: number;
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
  const cheerCounts = Map.groupBy(cheers.values(), ({ playId }) => playId);
  const tracks = [...plays.values()].map((play) => ({
    ...play,
    favoriteCount: favorites.get(play.id) ?? 0,
    cheerCount: cheerCounts.get(play.id)?.length ?? 0,
  }));
  return {
    n,
    set: row.id,
    ...detailsOf(row),
    air: airOf(row.id, broadcast),
    listeners,
    peakListeners: Math.max(row.peakListeners, peakOf(row.id, broadcast)),
    totalFavorites: sumOf(favorites),
    totalCheers: cheers.size,
    tracks: tracks.sort((a, b) => a.timestamp - b.timestamp),
    cheers: [...cheers.values()].map(({ timestamp }) => timestamp).sort((a, b) => a - b),
  };
}
