import { EmptyState } from "#app/ui/empty-state.tsx";
import { StageRow } from "./stage-row.tsx";
import { UpcomingStrip } from "./upcoming-strip.tsx";
import { type HomeLists, useHomeLists } from "./use-home-lists.ts";

export function HomePage({ first }: { first: HomeLists }) {
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
    </main>
  );
}
