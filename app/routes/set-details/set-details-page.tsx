import { CalendarPlus, CircleHelp, Gauge, X } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import type { OwnSetView } from "#app/domains/sets/contract/changes.ts";
import { setTimeState } from "#app/domains/sets/time-state.ts";
import { ManagePage } from "#app/domains/stages/ui/manage/manage-page.tsx";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { useViewer } from "../shell/viewer.ts";
import { AudioTest } from "./audio-test.tsx";
import { SetFacts } from "./set-facts.tsx";
import { SetSeries } from "./set-series.tsx";
import { type SetStanding, SetState } from "./set-state.tsx";
import { useOwnSet } from "./use-own-set.ts";

const CancelDialog = lazy(() => import("./cancel-dialog.tsx"));

const icon = { "aria-hidden": true, className: "size-4" } as const;

/** A booked set: what was agreed on, and what can still be done about it. */
export function SetDetailsPage({
  loaded,
  up,
  path,
}: {
  loaded: OwnSetView;
  /** The page above this one. */
  up: string;
  /** Where pages of sets are, without the set. */
  path: string;
}) {
  const { set, cancel } = useOwnSet(loaded);
  const viewer = useViewer();
  const standing = useStanding(set);
  const [isCancelling, setCancelling] = useState(false);
  const state = useRef<HTMLElement>(null);
  const isAhead = standing === "upcoming" || standing === "live";
  const isPerformer = set.user.id === viewer?.id;

  return (
    <ManagePage title={set.name} about={<bdi>{set.room?.name}</bdi>} up={up} isWide>
      <SetState set={set} standing={standing} focus={state} />
      {isAhead && (
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink tone="solid" to={`/djs/live-dashboard/${set.id}`}>
            <Gauge {...icon} />
            LIVE DASHBOARD
          </ButtonLink>
          {/* A file of another program: never a page of this one. */}
          <a href={`/calendar/set/${set.id}.ics`} className={buttonClass("quiet")}>
            <CalendarPlus {...icon} />
            Add to calendar
          </a>
          {isPerformer && (
            <ButtonLink tone="bare" to={viewer.performerType === "dj" ? "/djs/help" : "/djs/butt"}>
              <CircleHelp {...icon} />
              Help
            </ButtonLink>
          )}
          <Button
            tone="bare"
            icon={<X {...icon} />}
            aria-haspopup="dialog"
            onClick={() => setCancelling(true)}
            className="sm:ml-auto"
          >
            CANCEL SET
          </Button>
        </div>
      )}
      <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <SetFacts set={set} />
          {isAhead && isPerformer && <AudioTest setId={set.id} />}
        </div>
        <div>{set.series.length > 0 && <SetSeries set={set} path={path} />}</div>
      </div>
      {isCancelling && isAhead && (
        <Suspense fallback={null}>
          <CancelDialog
            set={set}
            onCancel={cancel}
            onCancelled={() => state.current?.focus()}
            onClose={() => setCancelling(false)}
          />
        </Suspense>
      )}
    </ManagePage>
  );
}

function useStanding(set: OwnSetView): SetStanding {
  const time = setTimeState(set, useNow());
  if (set.status === "cancelled") return "cancelled";
  return time === "ended" ? "over" : time;
}
