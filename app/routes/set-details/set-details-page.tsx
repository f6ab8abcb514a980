import { CircleHelp, Gauge, Pencil, Square, Undo2, UserRoundPlus, X } from "lucide-react";

import { lazy, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { TextLink } from "#app/content/text-link.tsx";
import { standbyTimes } from "#app/domains/air/media/standby.ts";
import { stateNow } from "#app/domains/air/schedule/set-state.ts";
import type { OwnSetView } from "#app/domains/air/sets/contract/changes.ts";
import { CalendarLink } from "#app/domains/air/sets/ui/calendar-link.tsx";
import { onAirTimes } from "#app/domains/air/stages/on-air.ts";
import { ManagePage } from "#app/domains/air/stages/ui/manage/manage-page.tsx";
import { liveDashboardPath, requestPerformerPath, requestStagePath } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { countOf } from "#app/ui/number.ts";
import { Section } from "#app/ui/section.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useViewer } from "../shell/viewer.ts";
import { AudioTest } from "./audio-test.tsx";
import { SetFacts } from "./set-facts.tsx";
import { SetSeries } from "./set-series.tsx";
import { standingOf } from "./set-standing.ts";
import { SetState } from "./set-state.tsx";
import { useOwnSet } from "./use-own-set.ts";

const SetForm = lazy(async () => ({ default: (await import("./set-form.tsx")).SetForm }));
const EndSetDialog = lazy(() => import("#app/domains/air/sets/ui/end-set-dialog.tsx"));
const CancelDialog = lazy(() => import("./cancel-dialog.tsx"));
const SubstituteDialog = lazy(() => import("./substitute-dialog.tsx"));
const WaitingChange = lazy(() => import("./waiting-change.tsx"));
const UndoDialog = lazy(() => import("#app/domains/air/sets/ui/undo-dialog.tsx"));

const icon = { "aria-hidden": true, className: "size-4" } as const;

/** A booked set: what was agreed, and the possible actions. */
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
  /** The path of sets' pages, without the set. */
  path: string;
}) {
  const { set, isGone, update, end, cancel, offer, answer, readAgain } = useOwnSet(loaded);
  const viewer = useViewer();
  const now = useNow();
  const standing = standingOf(set, now);
  const [isEditing, setEditing] = useState(false);
  const [dialog, setDialog] = useState<"cancel" | "end" | "substitute" | "undo" | null>(null);
  const state = useRef<HTMLElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const isAhead = standing === "upcoming" || standing === "live";
  const isPerformer = set.user.id === viewer?.id;
  const canEnd = standing === "live" || standing === "overrun";
  // A performer may start early.
  const isPlaying = ["on-air", "silent", "dropped"].includes(stateNow(set, now).name);
  const help = viewer?.performerType === "dj" ? "/djs/help" : "/djs/butt";

  const closeForm = () => {
    flushSync(() => setEditing(false));
    editButton.current?.focus();
  };

  if (isGone) {
    return (
      <ManagePage title={set.name} about={<bdi>{set.room?.name}</bdi>} up={up} isWide>
        <p className="mt-6 text-20">This set is no longer yours.</p>
      </ManagePage>
    );
  }
  return (
    <ManagePage title={set.name} about={<bdi>{set.room?.name}</bdi>} up={up} isWide>
      <SetState
        set={set}
        standing={standing}
        bookHref={(isPerformer ? requestStagePath : requestPerformerPath)(set.room?.id ?? "")}
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
          {(isAhead || canEnd) && (
            <div className="mt-6 flex flex-wrap gap-3">
              <ButtonLink tone="solid" to={liveDashboardPath(set.id)}>
                <Gauge {...icon} />
                LIVE DASHBOARD
              </ButtonLink>
              {isAhead && (
                <Button ref={editButton} icon={<Pencil {...icon} />} onClick={() => setEditing(true)}>
                  EDIT SET
                </Button>
              )}
              {standing === "upcoming" && set.waiting === null && (
                <Button
                  icon={<UserRoundPlus {...icon} />}
                  aria-haspopup="dialog"
                  onClick={() => setDialog("substitute")}
                >
                  Find a Substitute
                </Button>
              )}
              {isAhead && <CalendarLink set={set} />}
              {isAhead && isPerformer && (
                <ButtonLink tone="bare" to={help}>
                  <CircleHelp {...icon} />
                  Help
                </ButtonLink>
              )}
              {canEnd && (
                <Button icon={<Square {...icon} />} aria-haspopup="dialog" onClick={() => setDialog("end")}>
                  END SET
                </Button>
              )}
              {isAhead && set.undoableRequest !== null && (
                <Button
                  tone="bare"
                  icon={<Undo2 {...icon} />}
                  aria-haspopup="dialog"
                  onClick={() => setDialog("undo")}
                  className="lg:ml-auto"
                >
                  UNDO ACCEPTANCE
                </Button>
              )}
              {isAhead && (
                <Button
                  tone="bare"
                  icon={<X {...icon} />}
                  aria-haspopup="dialog"
                  onClick={() => setDialog("cancel")}
                  className={set.undoableRequest === null ? "lg:ml-auto" : undefined}
                >
                  CANCEL SET
                </Button>
              )}
            </div>
          )}
          {isAhead && set.waiting && viewer && (
            <InBrowser fallback={<Skeleton className="mt-8 h-40" />}>
              <div className="mt-8">
                <WaitingChange set={set} request={set.waiting} viewerId={viewer.id} onAnswer={answer} />
              </div>
            </InBrowser>
          )}
          <div className="mt-8 flex flex-col gap-x-12 gap-y-8 lg:flex-row">
            <div className="min-w-0 grow">
              <SetFacts set={set} />
              {isAhead && isPerformer && (
                <AudioTest setId={set.id} isOffered={standing === "upcoming" && !isPlaying} />
              )}
            </div>
            <div className="lg:w-88 lg:shrink-0">
              {isAhead && isPerformer && <OnTheDay />}
              {set.series.length > 0 && <SetSeries set={set} path={path} />}
            </div>
          </div>
        </>
      )}
      {dialog === "substitute" && isAhead && (
        <Suspense fallback={null}>
          <SubstituteDialog
            set={set}
            onOffer={(performer) => offer(performer.id)}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
      {dialog === "end" && canEnd && (
        <Suspense fallback={null}>
          <EndSetDialog
            name={set.name}
            stage={set.room?.name ?? "the stage"}
            isPerformer={isPerformer}
            isPastEnd={standing === "overrun"}
            onEnd={async () => {
              await end();
              state.current?.focus();
            }}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
      {dialog === "cancel" && isAhead && (
        <Suspense fallback={null}>
          <CancelDialog
            set={set}
            onCancel={cancel}
            onCancelled={() => state.current?.focus()}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
      {dialog === "undo" && (
        <Suspense fallback={null}>
          <UndoDialog
            set={set}
            onUndone={() => {
              void readAgain();
              state.current?.focus();
            }}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </ManagePage>
  );
}

const minutes = (ms: number) => countOf(ms / 60_000, "minute", "minutes");

/** Shows what the stage expects of an encoder around a set. */
function OnTheDay() {
  return (
    <Section title="On the Day">
      <p className="text-16 text-ink-2">
        Connect your encoder within {minutes(onAirTimes.earlyMs)} of the start, and disconnect it within{" "}
        {minutes(onAirTimes.overrunMs)} of the end. Up to {minutes(standbyTimes.windowMs)} before the start
        you can connect early: it waits on standby, and only you hear it. Outside of that time the stage does
        not play you. Your profile goes live instead, unless you have turned that off.
      </p>
      <p className="mt-3 text-16 text-ink-2">
        Find your connection details <TextLink to="/djs#connection-title">on your dashboard</TextLink>.
      </p>
    </Section>
  );
}
