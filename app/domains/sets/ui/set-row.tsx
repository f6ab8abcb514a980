import { Link } from "react-router";
import { TimeRange } from "#app/ui/time.tsx";
import type { SetView } from "../contract.ts";

/** A set in a list of times: when, what, and on which stage. */
export function SetRow({ set }: { set: SetView }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-6 border-t border-tick py-3">
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
  );
}
