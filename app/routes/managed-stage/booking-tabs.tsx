import { lazy, type ReactNode, Suspense, useMemo } from "react";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { withStates } from "#app/domains/air/schedule/states-of.ts";
import type { SetRequestView } from "#app/domains/air/sets/contract/requests.ts";
import { useBookings } from "#app/domains/air/sets/ui/use-bookings.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { type Tab, Tabs } from "#app/ui/tabs.tsx";
import type { LiveMap } from "../home/lists.ts";
import { BookingsTab } from "./bookings-tab.tsx";

const WeekCalendar = lazy(() => import("#app/domains/air/sets/ui/calendar/week-calendar.tsx"));

/** A booking stage's requests and schedule, as lists and as a calendar: both from the same data. */
export function BookingTabs({
  loaded,
  live,
  log,
  children,
}: {
  loaded: { stage: StageView; requests: SetRequestView[]; sets: SetView[] };
  /** Stages on the air now. */
  live: LiveMap;
  log: Tab;
  /** Shown beside the lists. */
  children: ReactNode;
}) {
  const { stage } = loaded;
  const read = useBookings(stage.id, loaded);
  const sets = useMemo(() => withStates(read.sets, [...(live?.values() ?? [])]), [read.sets, live]);
  const bookings = { ...read, sets };
  const tabs: Tab[] = [
    {
      key: "bookings",
      title: "Bookings",
      render: () => <BookingsTab bookings={bookings}>{children}</BookingsTab>,
    },
    {
      key: "calendar",
      title: "Calendar",
      render: () => (
        <Suspense fallback={<Skeleton className="h-130" />}>
          <WeekCalendar stageId={stage.id} bookings={bookings} />
        </Suspense>
      ),
    },
    log,
  ];
  return <Tabs label={`Managing ${stage.name}`} tabs={tabs} />;
}
