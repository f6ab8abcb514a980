import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import type { PlayView } from "#app/domains/music/tracks/contract/tracks.ts";
import { PlayList } from "#app/domains/music/tracks/ui/play-list.tsx";
import { titlesNote } from "#app/domains/music/tracks/ui/titles-note.ts";
import type { CueStatsView, PerformerRankView } from "#app/domains/value/stats/contract.ts";
import { RankedPerformers } from "#app/domains/value/stats/ui/ranked-performers.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { abbreviate, wordFor } from "#app/ui/number.ts";
import { TickRule } from "#app/ui/ticks.tsx";
import { useLatestPlays } from "./use-latest-plays.ts";

/** The totals, the most listened to and the newest performers, and the last plays. */
export function StatsPage({
  cueStats,
  weekly,
  top,
  newest,
  plays,
}: {
  cueStats: CueStatsView["cueStats"];
  weekly: PerformerRankView[];
  top: PerformerRankView[];
  newest: PerformerRankView[];
  plays: PlayView[];
}) {
  const latest = useLatestPlays(plays);
  return (
    <main id="main" className="mx-auto w-full max-w-6xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <h1 className="display text-44">Cue Statistics</h1>
      <Totals {...cueStats} />
      <div className="mt-10 grid gap-x-12 gap-y-10 xl:grid-cols-2">
        <Section title="Weekly Top Performers">
          <RankedPerformers performers={weekly} isRanked>
            <EmptyState title="No one has been on air this week">
              Performers are ranked by their listeners over the last seven days.
            </EmptyState>
          </RankedPerformers>
        </Section>
        <Section title="Top Performers" more={top.length > 0 && <SeeMore to="/stats/topdjs" of="top" />}>
          <RankedPerformers performers={top} isRanked>
            <EmptyState title="No performers yet">
              Performers are ranked by the listeners of all their sets.
            </EmptyState>
          </RankedPerformers>
        </Section>
        <Section
          title="New Performers"
          more={newest.length > 0 && <SeeMore to="/stats/newestdjs" of="new" />}
        >
          <RankedPerformers performers={newest}>
            <EmptyState title="No performers yet">
              Performers appear here once they pass the stream test, newest first.
            </EmptyState>
          </RankedPerformers>
        </Section>
        <Section title="Past Songs Played">
          <PlayList plays={latest}>
            <EmptyState title="No songs have been played yet">{titlesNote()}</EmptyState>
          </PlayList>
        </Section>
      </div>
    </main>
  );
}

function Totals({ tracks, sets, users, djs }: CueStatsView["cueStats"]) {
  const totals = [
    { name: wordFor(tracks, "unique track played", "unique tracks played"), count: tracks },
    { name: wordFor(sets, "total performance", "total performances"), count: sets },
    { name: wordFor(users, "total user", "total users"), count: users },
    { name: wordFor(djs, "total performer", "total performers"), count: djs },
  ];
  return (
    <>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        {totals.map(({ name, count }) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="text-14 text-ink-3">{name}</dt>
            <dd className="display tabular text-44">{abbreviate(count)}</dd>
          </div>
        ))}
      </dl>
      <TickRule className="mt-4 opacity-60" />
    </>
  );
}

function Section({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="display text-28">
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}

function SeeMore({ to, of }: { to: string; of: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center text-14 text-ink-2 hover:text-ink hover:underline"
    >
      See More<span className="sr-only"> {of} performers</span>
    </Link>
  );
}
