import type { SetView } from "#app/domains/sets/contract.ts";
import { setTimeState } from "#app/domains/sets/time-state.ts";
import { SetRow } from "#app/domains/sets/ui/set-row.tsx";
import { useNow } from "#app/ui/clock.ts";

/** Where this performer is to be heard next. Nothing where nothing is booked. */
export function UpcomingSets({ sets }: { sets: SetView[] }) {
  const now = useNow(10_000);
  const shown = sets.filter((set) => setTimeState(set, now) !== "ended");
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="upcoming-title" className="mt-10">
      <h2 id="upcoming-title" className="display mb-2 text-28">
        Upcoming performances
      </h2>
      <ul>
        {shown.map((set) => (
          <SetRow key={set.id} set={set} />
        ))}
      </ul>
    </section>
  );
}
