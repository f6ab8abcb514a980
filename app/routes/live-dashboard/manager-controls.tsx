import { CalendarClock, SkipForward, UserX } from "lucide-react";
import { callApi, showFailure } from "#app/api-client.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { endSetCall, updateSetCall } from "#app/domains/air/sets/calls/changes.ts";
import { bookingLimits } from "#app/domains/air/sets/contract/requests.ts";
import { changedText } from "#app/domains/air/sets/ui/changed-text.ts";
import { SetSection } from "#app/domains/air/sets/ui/set-section.tsx";
import type { LiveSet } from "#app/domains/air/stages/live/set-updates.ts";
import { useQuestion } from "#app/domains/air/stages/ui/manage/use-question.tsx";
import { Button } from "#app/ui/button.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { readViewerClock } from "#app/ui/viewer-clock.ts";
import { extensionsOf, whyNoExtension } from "./extensions.ts";

const minuteMs = 60_000;

/** Shows a manager's actions on the set that is on: skip to the next, extend it, take it off the air. */
export default function ManagerControls({
  live,
  performer,
  next,
  now,
}: {
  live: LiveSet;
  /** The name of who plays. */
  performer: string;
  /** The stage's next set, or null; undefined while it waits for this one, so that the one after it is not known. */
  next: SetView | null | undefined;
  /** The server's time, epoch ms. */
  now: number;
}) {
  const { ask, dialog } = useQuestion();
  const { isBusy, run } = useWork(showFailure);
  const soon = next && next.startTime > now && next.startTime <= now + bookingLimits.advanceMs ? next : null;
  const end = async (how: { startNext?: boolean; kick?: boolean }) => {
    const ended = await callApi(endSetCall, { set: live.set, ...how });
    showToast(ended.type, ended.message);
  };
  const extend = (minutes: number) =>
    run(async () => {
      const after = await callApi(updateSetCall, { set: live.set, end: live.endTime + minutes * minuteMs });
      showToast(after.type, changedText(live, after, readViewerClock()));
    });
  const extensions = extensionsOf(live, next?.startTime ?? null);
  return (
    <SetSection title="Manager">
      <div className="flex flex-wrap gap-3">
        <Button
          icon={<SkipForward aria-hidden="true" className="size-4" />}
          aria-haspopup="dialog"
          onClick={() =>
            ask({
              title: "Skip to what comes next?",
              text: (
                <>
                  <bdi>“{live.name}”</bdi> ends now and cannot be started again.{" "}
                  {soon ? (
                    <>
                      <bdi>“{soon.name}”</bdi> with <bdi>{soon.user.username}</bdi> starts now instead of at{" "}
                      <LocalTime at={soon.startTime} shape="clock" />.
                    </>
                  ) : next === undefined ? (
                    "The next set starts now, if it is booked within the next hour."
                  ) : (
                    "No set starts within the next hour."
                  )}
                </>
              ),
              action: "Skip",
              run: () => end({ startNext: true }),
            })
          }
        >
          Skip
        </Button>
        <Button
          tone="danger"
          icon={<UserX aria-hidden="true" className="size-4" />}
          aria-haspopup="dialog"
          onClick={() =>
            ask({
              title: `Kick ${performer}?`,
              text: (
                <>
                  <bdi>“{live.name}”</bdi> ends now, and the encoder of <bdi>{performer}</bdi> is
                  disconnected. They are notified. If it reconnects, only they hear it.
                </>
              ),
              action: "Kick",
              run: () => end({ kick: true }),
            })
          }
        >
          Kick
        </Button>
      </div>
      {now < live.endTime && (
        <>
          <p className="mt-4 mb-2 flex items-center gap-2 text-14 text-ink-3">
            <CalendarClock aria-hidden="true" className="size-4" />
            {extensions.length === 0 ? whyNoExtension(live, next?.startTime ?? null) : "Extend by"}
          </p>
          <div className="flex flex-wrap gap-3">
            {extensions.map((minutes) => (
              <Button key={minutes} isBusy={isBusy} onClick={() => void extend(minutes)}>
                <span className="sr-only">Extend by </span>
                {minutes} min
              </Button>
            ))}
          </div>
        </>
      )}
      {dialog}
    </SetSection>
  );
}
