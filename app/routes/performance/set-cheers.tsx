import type { RecordingClock } from "#app/domains/air/replays/recording-clock.ts";
import type { SetRecordView } from "#app/domains/air/sets/contract/record.ts";
import type { HeatSpan } from "#app/domains/air/sets/heat-map.ts";
import { HeatMap } from "#app/domains/air/sets/ui/heat-map.tsx";
import { SetSection } from "#app/domains/air/sets/ui/set-section.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";

/** Shows when a set was cheered; nothing before it starts, and where its performer hides statistics. */
export function SetCheers({
  set,
  map,
  clock,
  isOver,
  now,
}: {
  set: SetRecordView;
  map: readonly HeatSpan[] | null;
  clock: RecordingClock;
  isOver: boolean;
  now: number;
}) {
  if (map === null || now < set.startTime) return null;
  return (
    <SetSection title="Cheers">
      {set.cheers?.length === 0 ? (
        <EmptyState title={isOver ? "No cheers were given" : "No cheers yet"} />
      ) : (
        <HeatMap map={map} clock={clock} />
      )}
    </SetSection>
  );
}
