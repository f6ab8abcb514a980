import { useNow } from "#app/ui/clock.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { mergeStages, mergeUpcoming } from "./lists.ts";
import { StageRow } from "./stage-row.tsx";
import { UpcomingStrip } from "./upcoming-strip.tsx";
import { type HomeLists, useHomeLists } from "./use-home-lists.ts";
import { useLobby } from "./use-lobby.ts";

export function HomePage({ first }: { first: HomeLists }) {
  const { stages, upcoming, askAgain } = useHomeLists(first);
  const live = useLobby(askAgain);
  const now = useNow(60_000);
  const shownStages = mergeStages(stages, upcoming, live, now);
  return (
    <main id="main" className="mx-auto w-full max-w-6xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <UpcomingStrip sets={mergeUpcoming(upcoming, live)} />
      <section aria-labelledby="stages-title" className="@container mt-10">
        <h2 id="stages-title" className="display mb-2 text-28">
          Live Stages
        </h2>
        {shownStages.length === 0 ? (
          <EmptyState title="No stages yet">
            Stages appear here once a manager has made one, with whoever plays on them now and next.
          </EmptyState>
        ) : (
          <ul>
            {shownStages.map((stage) => (
              <StageRow key={stage.id} stage={stage} />
            ))}
          </ul>
        )}
      </section>
    </main>
  );
}
