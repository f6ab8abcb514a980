import { Link } from "react-router";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { isCurrent, stateNow } from "#app/domains/air/schedule/set-state.ts";
import { StateBadge } from "#app/domains/air/schedule/ui/state-badge.tsx";
import { stagePath } from "#app/paths.ts";
import { useNow } from "#app/ui/clock.ts";
import { TimeRange } from "#app/ui/time.tsx";
import { endedAtOnce } from "#app/ui/time-format.ts";
import { performanceLabel } from "./performance-label.ts";

/** A set in a list: its time and length, name and stage. With `to` its name is a link. */
export function SetRow({ set, to }: { set: SetView; to?: string }) {
  const state = stateNow(set, useNow());
  return (
    <li className="flex flex-wrap items-baseline gap-x-6 border-t border-tick py-3">
      <span className="w-64 text-16 text-ink-2">
        <TimeRange start={set.startTime} end={set.endTime} />
        {set.endTime !== null && !endedAtOnce(set.startTime, set.endTime) && (
          <span className="block text-14 text-ink-3">{performanceLabel(set.endTime - set.startTime)}</span>
        )}
      </span>
      <span className="min-w-0 grow basis-40">
        <span className="display block text-20">
          {to === undefined ? (
            <bdi>{set.name}</bdi>
          ) : (
            <Link to={to} className="hover:underline">
              <bdi>{set.name}</bdi>
            </Link>
          )}
        </span>
        {set.room && (
          <Link to={stagePath(set.room.id)} className="text-14 text-ink-3 hover:underline" dir="auto">
            {set.room.name}
          </Link>
        )}
      </span>
      {isCurrent(state) && <StateBadge state={state} />}
    </li>
  );
}
