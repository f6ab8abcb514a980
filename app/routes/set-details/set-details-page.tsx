import { CircleHelp, Gauge, Pencil, X } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { OwnSetView } from "#app/domains/sets/contract/changes.ts";
import { setTimeState } from "#app/domains/sets/time-state.ts";
import { CalendarLink } from "#app/domains/sets/ui/calendar-link.tsx";
import { onAirTimes } from "#app/domains/stages/on-air.ts";
import { ManagePage } from "#app/domains/stages/ui/manage/manage-page.tsx";
import { ManageSection } from "#app/domains/stages/ui/manage/manage-section.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { TextLink } from "../privacy/text-page.tsx";
import { useViewer } from "../shell/viewer.ts";
import { AudioTest } from "./audio-test.tsx";
import { SetFacts } from "./set-facts.tsx";
import { SetSeries } from "./set-series.tsx";
import { type SetStanding, SetState } from "./set-state.tsx";
import { useOwnSet } from "./use-own-set.ts";

const SetForm = lazy(async () => ({ default: (await import("./set-form.tsx")).SetForm }));
const CancelDialog = lazy(() => import("./cancel-dialog.tsx"));

const icon = { "aria-hidden": true, className: "size-4" } as const;

/** A booked set: what was agreed on, and what can still be done about it. */
export function SetDetailsPage({
  loaded,
  isUploadLinked,
  up,
  path,
}: {
  loaded: OwnSetView;
  /** The viewer's account at the music-hosting service is linked. */
  isUploadLinked: boolean;
  /** The page above this one. */
  up: string;
  /** Where pages of sets are, without the set. */
  path: string;
}) {
  const { set, update, cancel } = useOwnSet(loaded);
  const viewer = useViewer();
  const standing = useStanding(set);
  const [isEditing, setEditing] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const state = useRef<HTMLElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const isAhead = standing === "upcoming" || standing === "live";
  const isPerformer = set.user.id === viewer?.id;
  const help = viewer?.performerType === "dj" ? "/djs/help" : "/djs/butt";

  const closeForm = () => {
    flushSync(() => setEditing(false));
    editButton.current?.focus();
  };

  return (
    <ManagePage title={set.name} about={<bdi>{set.room?.name}</bdi>} up={up} isWide>
      <SetState
        set={set}
        standing={standing}
        bookHref={`${isPerformer ? "/djs/request?room=" : "/management/request/"}${set.room?.id ?? ""}`}
        focus={state}
      />
      {isAhead && isEditing ? (
        <div className="mt-8 max-w-3xl">
          <Suspense fallback={<Skeleton className="h-160" />}>
            <SetForm
              set={set}
              isUploadLinked={isPerformer ? isUploadLinked : null}
              onSave={update}
              onClose={closeForm}
            />
          </Suspense>
        </div>
      ) : (
        <>
          {isAhead && (
            <div className="mt-6 flex flex-wrap gap-3">
              <ButtonLink tone="solid" to={`/djs/live-dashboard/${set.id}`}>
                <Gauge {...icon} />
                LIVE DASHBOARD
              </ButtonLink>
              <Button ref={editButton} icon={<Pencil {...icon} />} onClick={() => setEditing(true)}>
                EDIT SET
              </Button>
              <CalendarLink set={set} />
              {isPerformer && (
                <ButtonLink tone="bare" to={help}>
                  <CircleHelp {...icon} />
                  Help
                </ButtonLink>
              )}
              <Button
                tone="bare"
                icon={<X {...icon} />}
                aria-haspopup="dialog"
                onClick={() => setCancelling(true)}
                className="lg:ml-auto"
              >
                CANCEL SET
              </Button>
            </div>
          )}
          <div className="mt-8 flex flex-col gap-x-12 gap-y-8 lg:flex-row">
            <div className="min-w-0 grow">
              <SetFacts set={set} />
              {isAhead && isPerformer && <AudioTest setId={set.id} />}
            </div>
            <div className="lg:w-88 lg:shrink-0">
              {isAhead && isPerformer && <OnTheDay />}
              {set.series.length > 0 && <SetSeries set={set} path={path} />}
            </div>
          </div>
        </>
      )}
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

const minutes = (ms: number) => `${ms / 60_000} minutes`;

/** What the stage expects of an encoder around a set. */
function OnTheDay() {
  return (
    <ManageSection title="On the day">
      <p className="text-16 text-ink-2">
        Connect your encoder within {minutes(onAirTimes.earlyMs)} of the start, and disconnect it within{" "}
        {minutes(onAirTimes.overrunMs)} of the end. Outside of that time your own profile goes live, not the
        stage.
      </p>
      <p className="mt-3 text-16 text-ink-2">
        What your program connects with is <TextLink to="/djs#connection-title">on your dashboard</TextLink>.
      </p>
    </ManageSection>
  );
}

function useStanding(set: OwnSetView): SetStanding {
  const time = setTimeState(set, useNow());
  if (set.status === "cancelled") return "cancelled";
  return time === "ended" ? "over" : time;
}
