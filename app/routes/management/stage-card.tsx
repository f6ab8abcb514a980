import { CalendarPlus } from "lucide-react";
import { Link } from "react-router";
import { isCurrent, isUnheard } from "#app/domains/air/schedule/set-state.ts";
import { StateBadge } from "#app/domains/air/schedule/ui/state-badge.tsx";
import type { ManagedStageView } from "#app/domains/air/stages/contract/stages.ts";
import { managedStagePath, requestPerformerPath } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Badge, Lamp } from "#app/ui/lamp.tsx";
import { countOf } from "#app/ui/number.ts";
import { Picture } from "#app/ui/picture.tsx";
import { TimeRange } from "#app/ui/time.tsx";
import { stageImage } from "../stage/play-source.ts";

/** A stage in the list of one's own, with what waits for an answer and the set that is on or next. */
export function StageCard({ stage }: { stage: ManagedStageView }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-tick py-4">
      <Link to={managedStagePath(stage.id)} className="group flex min-w-0 grow basis-64 items-center gap-4">
        <Picture src={stageImage(stage, stage)} name={stage.name} className="size-20" />
        <span className="min-w-0">
          <span className="display block text-28 group-hover:underline" dir="auto">
            {stage.name}
          </span>
          <span className="block text-14 text-ink-3" dir="auto">
            {stage.instant ? "On-demand stage" : "Booking stage"}
            {stage.genre && `, ${stage.genre}`}
          </span>
          <Now stage={stage} />
        </span>
      </Link>
      {!stage.instant && stage.archivedAt === null && (
        <div className="flex flex-wrap gap-3">
          {stage.waitingRequests > 0 && (
            <ButtonLink to={managedStagePath(stage.id)} tone="solid">
              Answer {countOf(stage.waitingRequests, "Request", "Requests")}
              <span className="sr-only"> to {stage.name}</span>
            </ButtonLink>
          )}
          <ButtonLink to={requestPerformerPath(stage.id)}>
            <CalendarPlus aria-hidden="true" className="size-4" />
            Request Performer<span className="sr-only"> for {stage.name}</span>
          </ButtonLink>
        </div>
      )}
    </li>
  );
}

function Now({ stage }: { stage: ManagedStageView }) {
  if (stage.online) {
    return (
      <span className="mt-1 flex items-center gap-2 text-14 text-ink-2">
        {stage.state ? <StateBadge state={stage.state} /> : <Badge tone="green">LIVE</Badge>}
        <bdi className="truncate">{stage.currentDj?.username ?? stage.name}</bdi>
        {isUnheard(stage.nextSet?.state) && <StateBadge state={stage.nextSet.state} />}
      </span>
    );
  }
  if (stage.archivedAt !== null) {
    return (
      <span className="mt-1 block">
        <Badge tone="off">ARCHIVED</Badge>
      </span>
    );
  }
  const { nextSet } = stage;
  if (nextSet === null) return null;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 text-14 text-ink-2">
      {isCurrent(nextSet.state) && nextSet.state ? (
        <StateBadge state={nextSet.state} />
      ) : (
        <Lamp tone="amber" />
      )}
      <TimeRange start={nextSet.startTime} end={nextSet.endTime} />
      <bdi className="text-ink-3">{nextSet.user.username}</bdi>
    </span>
  );
}
