import type { ReplayDetailsView } from "#app/domains/air/replays/contract.ts";
import type { SetRecordView } from "#app/domains/air/sets/contract/record.ts";
import { Figures } from "../stage/figures.tsx";

/** The numbers of a performance: those of its set, and how often it was played again. */
export function PerformanceFigures({
  set,
  replay,
  isOver,
}: {
  set: SetRecordView | null;
  replay: ReplayDetailsView | null;
  /** A peak is known only at the end. */
  isOver: boolean;
}) {
  return (
    <>
      <Figures
        figures={[
          {
            one: "peak listener",
            other: "peak listeners",
            count: isOver ? (set?.peakListeners ?? null) : null,
          },
          { one: "favorite", other: "favorites", count: set?.totalFavorites ?? null },
          { one: "cheer", other: "cheers", count: set?.totalCheers ?? null },
          { one: "token tipped", other: "tokens tipped", count: set?.totalTips ?? null },
          { one: "track", other: "tracks", count: (set ?? replay)?.tracks.length ?? null },
          { one: "replay listen", other: "replay listens", count: replay?.listenCount ?? null },
        ]}
      />
      {set?.peakListeners === null && (
        <p className="mt-1 text-14 text-ink-3">{set.user.username} keeps their statistics private.</p>
      )}
    </>
  );
}
