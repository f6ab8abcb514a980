import type { SetView } from "#app/domains/sets/contract.ts";
import type { StageView } from "#app/domains/stages/contract.ts";
import { useNow, useViewerClock } from "#app/ui/clock.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { mergeStages, mergeUpcoming } from "./lists.ts";
import { StageRow } from "./stage-row.tsx";
import { UpcomingStrip } from "./upcoming-strip.tsx";
import { useLobby } from "./use-lobby.ts";

export function HomePage({ stages, upcoming }: { stages: StageView[]; upcoming: SetView[] }) {
  const live = useLobby();
  const now = useNow(60_000);
  const shownStages = mergeStages(stages, upcoming, live, now);
  return (
    <main id="main" className="mx-auto w-full max-w-6xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <header className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="display text-28 sm:text-44">Upcoming Performances</h1>
        <WallClock />
      </header>
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

/** The viewer's own time, because every time on the page is in it. */
function WallClock() {
  const now = useNow(60_000);
  const viewer = useViewerClock();
  return (
    <p className="tabular min-h-6 text-16 text-ink-3">
      <LocalTime at={now} shape="clock" />
      {viewer && ` ${viewer.zone.replaceAll("_", " ")}`}
    </p>
  );
}
