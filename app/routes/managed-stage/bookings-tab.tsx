import type { ReactNode } from "react";
import { Link } from "react-router";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { isCurrent, stateNow } from "#app/domains/air/schedule/set-state.ts";
import { stateTexts } from "#app/domains/air/schedule/state-texts.ts";
import { StateBadge } from "#app/domains/air/schedule/ui/state-badge.tsx";
import type { SetRequestView } from "#app/domains/air/sets/contract/requests.ts";
import { conflictsOf } from "#app/domains/air/sets/request-conflicts.ts";
import { canAnswer, isIncoming } from "#app/domains/air/sets/request-sides.ts";
import { LaterRequestList } from "#app/domains/air/sets/ui/later-request-list.tsx";
import { noRequests } from "#app/domains/air/sets/ui/no-requests.ts";
import type { Bookings } from "#app/domains/air/sets/ui/use-bookings.ts";
import { managedSetPath } from "#app/paths.ts";
import { useNow } from "#app/ui/clock.ts";
import { Badge, Lamp } from "#app/ui/lamp.tsx";
import { Section } from "#app/ui/section.tsx";
import { TimeRange } from "#app/ui/time.tsx";
import { useViewer } from "../shell/viewer.ts";

/** Waiting requests and booked sets. */
export function BookingsTab({
  bookings,
  children,
}: {
  bookings: Bookings;
  /** Shown beside them. */
  children: ReactNode;
}) {
  const viewer = useViewer();
  const viewerId = viewer?.id ?? "";
  // A manager may be the substitute to whom a set is offered.
  const isForStage = (request: SetRequestView) =>
    isIncoming(request, "stage") || (request.kind === "substitute" && canAnswer(request, viewerId));
  const incoming = bookings.requests.filter(isForStage);
  const outgoing = bookings.requests.filter((request) => !isForStage(request));
  const shared = {
    side: "stage",
    viewerId,
    conflictsOf: (request: SetRequestView) => conflictsOf(request, bookings.sets),
    onAnswer: bookings.answerRequest,
  } as const;
  return (
    <div className="flex flex-col gap-x-12 gap-y-8 lg:flex-row">
      <div className="min-w-0 grow">
        <Section
          title="INCOMING BOOKINGS"
          end={incoming.length > 0 && <Badge tone="amber">{incoming.length}</Badge>}
        >
          <LaterRequestList {...shared} requests={incoming} empty={noRequests.incoming} />
        </Section>
        <Section title="OUTGOING BOOKINGS">
          <LaterRequestList {...shared} requests={outgoing} empty={noRequests.outgoing} />
        </Section>
        <Section title="SCHEDULE">
          <Schedule sets={bookings.sets} />
        </Section>
      </div>
      {children}
    </div>
  );
}

function Schedule({ sets }: { sets: SetView[] }) {
  const now = useNow();
  if (sets.length === 0) {
    return (
      <>
        <p className="text-16 text-ink-2">No upcoming scheduled sets</p>
        <p className="mt-1 text-14 text-ink-3">Accepted sets appear here.</p>
      </>
    );
  }
  return (
    <ul className="border-b border-tick">
      {sets.map((set) => {
        const state = stateNow(set, now);
        return (
          <li key={set.id} className="border-t border-tick">
            <div className="flex min-h-16 flex-wrap items-baseline gap-x-5 gap-y-1 py-3">
              <span className="flex w-60 items-center gap-2 text-16 text-ink-2">
                <Lamp tone={stateTexts[state.name].tone} />
                <TimeRange start={set.startTime} end={set.endTime} />
              </span>
              <span className="min-w-0 grow basis-40">
                <Link
                  to={managedSetPath(set.id)}
                  className="display block text-20 hover:underline"
                  dir="auto"
                >
                  {set.name}
                </Link>
                <span className="block text-14 text-ink-3" dir="auto">
                  {set.user.username}
                </span>
              </span>
              {isCurrent(state) && <StateBadge state={state} />}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
