import { TriangleAlert } from "lucide-react";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { TimeRange } from "#app/ui/time.tsx";
import type { RequestConflict } from "../../request-conflicts.ts";

/** The conflicts of a request, week by week: sets of its stage, or of its performer on another one. */
export function Clashes({
  conflicts,
  weeks,
  stageId,
  isOwnRequest,
}: {
  conflicts: readonly RequestConflict[];
  /** The number of weeks of the request. */
  weeks: number;
  stageId: string | undefined;
  isOwnRequest: boolean;
}) {
  if (conflicts.length === 0) return null;
  return (
    <ul className="mt-2 space-y-1 text-amber">
      {conflicts.map(({ week, set }) => (
        <li key={`${week} ${set.id}`} className="flex gap-2">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            {weeks > 1 && `Week ${week}. `}
            {set.room !== null && set.room.id === stageId ? (
              <>
                Taken: <bdi>“{set.name}”</bdi>, <bdi>{set.user.username}</bdi>
              </>
            ) : (
              <Elsewhere set={set} isOwnRequest={isOwnRequest} />
            )}
            {", "}
            <TimeRange start={set.startTime} end={set.endTime} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Elsewhere({ set, isOwnRequest }: { set: SetView; isOwnRequest: boolean }) {
  return (
    <>
      {isOwnRequest ? (
        "You already play"
      ) : (
        <>
          <bdi>{set.user.username}</bdi> already plays
        </>
      )}{" "}
      <bdi>“{set.name}”</bdi> on <bdi>{set.room?.name}</bdi>
    </>
  );
}
