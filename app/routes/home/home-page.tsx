import type { ListedReplayView } from "#app/domains/air/replays/contract.ts";
import { ReplayRow } from "#app/domains/air/replays/ui/replay-row.tsx";
import { replaysPath } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { StageRow } from "./stage-row.tsx";
import { UpcomingStrip } from "./upcoming-strip.tsx";
import { type HomeLists, useHomeLists } from "./use-home-lists.ts";

/** `replays`: the newest that everyone may hear. */
export function HomePage({ first, replays }: { first: HomeLists; replays: ListedReplayView[] }) {
  const { stages, upcoming, readOn } = useHomeLists(first);
  return (
    <main id="main" className="mx-auto w-full max-w-6xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <UpcomingStrip sets={upcoming} readOn={readOn} />
      <section aria-labelledby="stages-title" className="@container mt-10">
        <h2 id="stages-title" className="display mb-2 text-28">
          Live Stages
        </h2>
        {stages.length === 0 ? (
          <EmptyState title="No stages yet">
            Stages appear here once a manager creates one, with who is playing now and next.
          </EmptyState>
        ) : (
          <ul>
            {stages.map((stage) => (
              <StageRow key={stage.id} stage={stage} />
            ))}
          </ul>
        )}
      </section>
      {replays.length > 0 && (
        <section aria-labelledby="replays-title" className="mt-12">
          <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
            <h2 id="replays-title" className="display text-28">
              Listen Again
            </h2>
            <ButtonLink to={replaysPath()}>All Replays</ButtonLink>
          </div>
          <ul className="grid gap-x-12 lg:grid-cols-2">
            {replays.map((replay) => (
              <li key={replay.id} className="border-t border-tick">
                <ReplayRow replay={replay} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}
