import { useState } from "react";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { setTimeState } from "#app/domains/air/sets/time-state.ts";
import { SetRow } from "#app/domains/air/sets/ui/set-row.tsx";
import { Button } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/clock.ts";

/** A busy performer has a week of sets. */
const maxAtFirst = 5;
/** This performer's next sets. Empty where nothing is booked. */
export function UpcomingSets({ sets }: { sets: SetView[] }) {
  const now = useNow();
  const [isWhole, setWhole] = useState(false);
  const ahead = sets.filter((set) => setTimeState(set, now) !== "ended");
  if (ahead.length === 0) return null;
  return (
    <section aria-labelledby="upcoming-title" className="mt-10">
      <h2 id="upcoming-title" className="display mb-2 text-28">
        Upcoming Performances
      </h2>
      <ul>
        {ahead.slice(0, isWhole ? undefined : maxAtFirst).map((set) => (
          <SetRow key={set.id} set={set} />
        ))}
      </ul>
      {!isWhole && ahead.length > maxAtFirst && (
        <Button tone="quiet" onClick={() => setWhole(true)} className="mt-2">
          Show All {ahead.length}
        </Button>
      )}
    </section>
  );
}
