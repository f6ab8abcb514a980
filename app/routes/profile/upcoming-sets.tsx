import { Link } from "react-router";
import type { SetView } from "#app/domains/sets/contract.ts";
import { setTimeState } from "#app/domains/sets/time-state.ts";
import { useNow } from "#app/ui/clock.ts";
import { TimeRange } from "#app/ui/time.tsx";

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
          <li key={set.id} className="flex flex-wrap items-baseline gap-x-6 border-t border-tick py-3">
            <span className="w-64 text-16 text-ink-2">
              <TimeRange start={set.startTime} end={set.endTime} />
            </span>
            <span className="min-w-0 grow">
              <span className="display block text-20" dir="auto">
                {set.name}
              </span>
              {set.room && (
                <Link to={`/room/${set.room.id}`} className="text-14 text-ink-3 hover:underline" dir="auto">
                  {set.room.name}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
