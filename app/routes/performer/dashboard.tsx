import { AudioLines } from "lucide-react";
import { PerformerConnectionView, type PerformerDeskView } from "#app/domains/media/contract.ts";
import { SetRow } from "#app/domains/sets/ui/set-row.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { abbreviate } from "#app/ui/number.ts";
import { TickRule } from "#app/ui/ticks.tsx";
import { useOrigin, useViewer } from "../shell/viewer.ts";
import { ShareButton } from "../stage/share-button.tsx";
import { ConnectionSection } from "./connection-section.tsx";

const calls = {
  read: { path: "/api/media/connection" },
  reset: { path: "/api/liveStreams/generateNewKey" },
} as const;

export function Dashboard({ desk }: { desk: PerformerDeskView }) {
  const viewer = useViewer();
  const origin = useOrigin();
  const { stats, upcomingSets } = desk;
  return (
    <>
      <header className="flex items-start justify-between gap-4">
        <h1 className="display text-44">
          {desk.performerType === "musician" ? "Musician Dashboard" : "DJ Dashboard"}
        </h1>
        {viewer && (
          <ShareButton
            name={viewer.username}
            url={`${origin}/player/${encodeURIComponent(viewer.username.replace(" ", "-"))}`}
          />
        )}
      </header>
      {stats && (
        <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
          <Figure name="stage performances" value={abbreviate(stats.setsPlayed)} />
          <Figure name="cumulative peak listeners" value={abbreviate(stats.listens)} />
          <Figure name="favorites" value={abbreviate(stats.favorites)} />
          <Figure name="cheers" value={abbreviate(stats.cheers)} />
          <Figure name="played" value={`${stats.hours}h`} />
        </dl>
      )}
      <TickRule className="my-8" />
      <ConnectionSection calls={calls} answer={PerformerConnectionView} />
      <p className="mt-4">
        <ButtonLink to="/djs/audiotest">
          <AudioLines aria-hidden="true" className="size-4" />
          Run an Audio Test
        </ButtonLink>
      </p>
      <TickRule className="my-8" />
      <section aria-labelledby="schedule-title">
        <h2 id="schedule-title" className="display text-28">
          Schedule
        </h2>
        {upcomingSets.length === 0 ? (
          <EmptyState title="No upcoming scheduled performances" />
        ) : (
          <ul className="mt-3">
            {upcomingSets.map((set) => (
              <SetRow key={set.id} set={set} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-row-reverse items-baseline gap-2">
      <dt className="text-14 text-ink-3">{name}</dt>
      <dd className="tabular text-20 font-semibold">{value}</dd>
    </div>
  );
}
