import type { PerformerRankView } from "#app/domains/value/stats/contract.ts";
import { RankedPerformers } from "#app/domains/value/stats/ui/ranked-performers.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { BackLink } from "../profile/back-link.tsx";

/** One of the long lists of performers. */
export function RankingPage({
  title,
  performers,
  isRanked,
}: {
  title: string;
  performers: PerformerRankView[];
  isRanked?: boolean;
}) {
  return (
    <main id="main" className="mx-auto w-full max-w-4xl px-4 pt-2 pb-12 sm:px-8">
      <BackLink to="/stats">Statistics</BackLink>
      <h1 className="display mb-4 text-44">{title}</h1>
      <RankedPerformers performers={performers} isRanked={isRanked}>
        <EmptyState title="No performers yet">
          Performers appear here once they pass the stream test.
        </EmptyState>
      </RankedPerformers>
    </main>
  );
}
