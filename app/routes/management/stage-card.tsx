import { CalendarPlus } from "lucide-react";
import { Link } from "react-router";
import type { StageView } from "#app/domains/stages/contract/stages.ts";
import { managedStagePath, requestPerformerPath } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Badge, Lamp } from "#app/ui/lamp.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { TimeRange } from "#app/ui/time.tsx";
import { stageImage } from "../stage/play-source.ts";

/** A stage in the list of one's own, with the set that is on or next. */
export function StageCard({ stage }: { stage: StageView }) {
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
        <ButtonLink to={requestPerformerPath(stage.id)}>
          <CalendarPlus aria-hidden="true" className="size-4" />
          Request Performer<span className="sr-only"> for {stage.name}</span>
        </ButtonLink>
      )}
    </li>
  );
}

function Now({ stage }: { stage: StageView }) {
  if (stage.online) {
    return (
      <span className="mt-1 flex items-center gap-2 text-14 text-ink-2">
        <Badge tone="green">LIVE</Badge>
        <bdi className="truncate">{stage.currentDj?.username ?? stage.name}</bdi>
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
      <Lamp tone="amber" />
      <TimeRange start={nextSet.startTime} end={nextSet.endTime} />
      <bdi className="text-ink-3">{nextSet.user.username}</bdi>
    </span>
  );
}
