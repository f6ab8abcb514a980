import { ChevronLeft, ChevronRight } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import useSWR from "swr";
import { callApi, showFailure } from "#app/api-client.ts";
import { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { withStatesIn } from "#app/domains/air/schedule/states-of.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { useNow, useViewerClock } from "#app/ui/clock.ts";
import { useMediaQuery } from "#app/ui/media-query.ts";
import { countOf } from "#app/ui/number.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { fullZone } from "#app/ui/time-format.ts";
import { listStageScheduleCall } from "../../calls/sets.ts";
import { type Bookings, bookingsAgainMs } from "../use-bookings.ts";
import { blocksOf, countPastDays, type Day, weekOf } from "./week.ts";
import { WeekAgenda } from "./week-agenda.tsx";
import { WeekGrid } from "./week-grid.tsx";

const SetDialog = lazy(() => import("./set-dialog.tsx"));

/**
 * A stage's sets by week; past days of this week are hidden until requested. Choosing a set that is to come or is on
 * opens a manager's actions.
 */
export default function WeekCalendar({ stageId, bookings }: { stageId: string; bookings: Bookings }) {
  const zone = useViewerClock()?.zone;
  const now = useNow(60_000);
  const isWide = useMediaQuery("(min-width: 1024px)");
  const [offset, setOffset] = useState(0);
  const [isUnfolded, setUnfolded] = useState(false);
  const [chosen, setChosen] = useState<SetView | null>(null);
  const days = useMemo(() => (zone === undefined ? [] : weekOf(now, zone, offset)), [now, zone, offset]);
  const from = days[0]?.startsAt;
  const until = days.at(-1)?.endsAt;
  const { data: sets, mutate } = useSWR(
    from === undefined || until === undefined
      ? null
      : ([listStageScheduleCall.path, stageId, from, until] as const),
    ([, room, from, until]) => callApi(listStageScheduleCall, { room, from, until }),
    // Data that the lists already have is shown immediately.
    { fallbackData: bookings.sets, refreshInterval: bookingsAgainMs, onError: showFailure },
  );
  /** Reads this week again after an action on a set, whichever it is. */
  const thenReadAgain = async (work: Promise<unknown>) => {
    await work;
    await mutate();
  };
  if (zone === undefined) return <Skeleton className="h-130" />;

  const pastCount = countPastDays(days, now);
  const current = withStatesIn(sets ?? [], bookings.sets);
  const shown = isUnfolded ? days : days.slice(pastCount);
  const week = shown.map((day) => ({ day, blocks: blocksOf(current, day, zone) }));
  const View = isWide ? WeekGrid : WeekAgenda;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="display grow text-20" aria-live="polite">
          {titleOf(days, zone)}
        </h2>
        <div className="flex flex-wrap items-center gap-1">
          {pastCount > 0 && (
            <Button tone="bare" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
              {isUnfolded ? "Hide Past Days" : `Show ${countOf(pastCount, "past day", "past days")}`}
            </Button>
          )}
          <Button tone="bare" disabled={offset === 0} onClick={() => setOffset(0)}>
            This Week
          </Button>
          <IconButton label="Previous week" onClick={() => setOffset(offset - 1)}>
            <ChevronLeft aria-hidden="true" className="size-5" />
          </IconButton>
          <IconButton label="Next week" onClick={() => setOffset(offset + 1)}>
            <ChevronRight aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
      </div>
      <p className="mb-4 text-14 text-ink-3">Times in {fullZone(days[0]?.startsAt ?? now, zone)}</p>
      <View week={week} zone={zone} now={now} onChoose={setChosen} />
      {chosen && (
        <Suspense fallback={null}>
          <SetDialog
            key={chosen.id}
            set={chosen}
            zone={zone}
            onMove={(change) => thenReadAgain(bookings.moveSet(chosen, change))}
            onCancelSet={() => thenReadAgain(bookings.cancelSet(chosen))}
            onUndone={() => thenReadAgain(bookings.readAgain())}
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** `November 16 – 22, 2026`. */
function titleOf(days: readonly Day[], zone: string): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return "";
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, dateStyle: "long" });
  return format.formatRange(first.startsAt, last.startsAt);
}
