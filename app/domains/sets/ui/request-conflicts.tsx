import { TriangleAlert } from "lucide-react";
import { TimeRange } from "#app/ui/time.tsx";
import type { RequestConflict } from "../request-conflicts.ts";
import type { Side } from "../request-sides.ts";

/** How the sentence begins, with a week before it or not. */
const words: Record<Side, { first: string; within: string }> = {
  performer: { first: "You already play", within: "you already play" },
  stage: { first: "Already taken by", within: "already taken by" },
};

/** What stands in a request's way, in words: a request with a conflict can only be declined or taken back. */
export function RequestConflicts({
  conflicts,
  weeks,
  side,
}: {
  conflicts: readonly RequestConflict[];
  /** Of the request. */
  weeks: number;
  side: Side;
}) {
  if (conflicts.length === 0) return null;
  return (
    <ul className="mt-2 space-y-1 text-14 text-amber">
      {conflicts.map(({ week, set }) => (
        <li key={`${week} ${set.id}`} className="flex gap-2">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            {weeks > 1 && `Week ${week}: `}
            {words[side][weeks > 1 ? "within" : "first"]} <bdi>“{set.name}”</bdi>
            {side === "performer" && set.room ? (
              <>
                {" on "}
                <bdi>{set.room.name}</bdi>
              </>
            ) : (
              <>
                {" with "}
                <bdi>{set.user.username}</bdi>
              </>
            )}
            {", "}
            <TimeRange start={set.startTime} end={set.endTime} />
          </span>
        </li>
      ))}
    </ul>
  );
}
