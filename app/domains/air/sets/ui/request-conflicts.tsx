import { TriangleAlert } from "lucide-react";
import { TimeRange } from "#app/ui/time.tsx";
import type { RequestConflict } from "../request-conflicts.ts";
import type { Side } from "../request-sides.ts";

/** The conflicts of a request, in words: a request with a conflict can only be declined or withdrawn. */
export function RequestConflicts({
  conflicts,
  weeks,
  side,
}: {
  conflicts: readonly RequestConflict[];
  /** The number of weeks of the request. */
  weeks: number;
  side: Side;
}) {
  if (conflicts.length === 0) return null;
  return (
    <ul className="mt-2 space-y-1 text-14 text-amber">
      {conflicts.map(({ week, set }) => (
        <li key={`${week} ${set.id}`} className="flex gap-2">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />{" "}
          <span>
            {weeks > 1 && <>Week {week}: </>}
            {side === "performer" ? (
              <>
                You already play <bdi>“{set.name}”</bdi>
                {set.room && (
                  <>
                    {" "}
                    on <bdi>{set.room.name}</bdi>
                  </>
                )}
                : <TimeRange start={set.startTime} end={set.endTime} />
              </>
            ) : (
              <>
                Already taken by <bdi>“{set.name}”</bdi> with <bdi>{set.user.username}</bdi>:{" "}
                <TimeRange start={set.startTime} end={set.endTime} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
