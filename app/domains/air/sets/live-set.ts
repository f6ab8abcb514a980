import { type LiveSet, type LiveTip, maxLiveTips } from "#app/domains/air/stages/live/set-updates.ts";
import { hiddenTipper } from "#app/domains/air/stages/live/tips.ts";
import { toListedTrack } from "#app/domains/music/tracks/views.ts";
import type { SetTipRow } from "#app/domains/value/tokens/queries/tips.ts";
import type { SetCheerRow, SetPlayRow } from "./queries/set-record.ts";

/** A track as it was played. */
export interface SetPlay {
  id: string;
  timestamp: number;
  /** Its id is null while its performer hides it. */
  track: { id: string | null; artist: string; title: string };
}

/** A cheer as it was given. */
export interface SetCheer {
  id: string;
  timestamp: number;
  playId: string | null;
}

/** A tip as its performer sees it. */
export type SetTip = LiveTip;

interface SetDetailsRow {
  id: string;
  name: string;
  startsAt: number;
  endsAt: number;
  status: "accepted" | "cancelled";
  peakListeners: number;
  /** All that D1 has, also where single tips are no longer kept. */
  tipTotal: number;
}

export const detailsOf = ({ name, startsAt, endsAt, status }: SetDetailsRow) => ({
  name,
  startTime: startsAt,
  endTime: endsAt,
  isCancelled: status === "cancelled",
});

export const sumOf = (counts: Map<string, number>) => [...counts.values()].reduce((sum, n) => sum + n, 0);

/**
 * A set from the rows of the database, and what a room has not written to it yet (`ledger`): each play, cheer
 * and tip once.
 */
export function toLiveSet({
  row,
  stored,
  ledger = { plays: [], cheers: [], tips: [] },
  favorites,
  now,
  clock,
}: {
  row: SetDetailsRow;
  stored: { plays: SetPlayRow[]; cheers: SetCheerRow[]; tips: SetTipRow[] };
  ledger?: { plays: SetPlay[]; cheers: SetCheer[]; tips: SetTip[] };
  /** Number of favorites, by play. */
  favorites: Map<string, number>;
  now: Pick<LiveSet, "air" | "listeners" | "peakListeners" | "n">;
  /** Epoch ms: what is hidden then has no name. */
  clock: number;
}): LiveSet {
  const plays = new Map(ledger.plays.map((play) => [play.id, play]));
  for (const play of stored.plays) {
    const { id, artist, title } = toListedTrack(play, { maySee: false, now: clock });
    plays.set(play.id, { id: play.id, timestamp: play.playedAt, track: { id, artist, title } });
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
    ...tipsOf(row, stored.tips, ledger.tips),
  };
}

/** D1 knows what was given back, the ledger what D1 does not have yet. */
function tipsOf(
  { tipTotal }: SetDetailsRow,
  stored: readonly SetTipRow[],
  ledger: readonly SetTip[],
): Pick<LiveSet, "tips" | "totalTips"> {
  const tips = new Map(ledger.map((tip) => [tip.id, tip]));
  for (const row of stored) tips.set(row.id, toSetTip(row));
  const sum = [...tips.values()].reduce((tokens, { amount }) => tokens + amount, 0);
  const shown = [...tips.values()].filter(({ amount }) => amount > 0);
  return {
    totalTips: Math.max(sum, tipTotal),
    tips: shown.sort((a, b) => b.timestamp - a.timestamp).slice(0, maxLiveTips),
  };
}

function toSetTip({ id, tippedAt, playId, amount, reversed, isHidden, userId, username }: SetTipRow): SetTip {
  const isNamed = !isHidden && userId !== null && username !== null;
  return {
    id,
    timestamp: tippedAt,
    trackHistory: playId,
    amount: amount - reversed,
    fromUsername: isNamed ? username : hiddenTipper,
    fromId: isNamed ? userId : "",
  };
}
