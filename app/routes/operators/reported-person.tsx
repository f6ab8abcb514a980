import { useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { dismissReportsCall } from "#app/domains/outside/operator/calls/moderation.ts";
import type { ReportedPersonView } from "#app/domains/outside/operator/contract/moderation.ts";
import type { ReportView } from "#app/domains/people/people/contract/reports.ts";
import { Button } from "#app/ui/button.tsx";
import { Lamp } from "#app/ui/lamp.tsx";
import { countOf, wordFor } from "#app/ui/number.ts";
import { TimeSince } from "#app/ui/time.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { PersonLine, PersonName } from "./person-line.tsx";
import { SuspensionButton } from "./suspension-button.tsx";

/** Number that can be read at a glance; for one more there is no button. */
const shownAtFirst = 4;

/** All open complaints about one person. Decided ones stay in place until the page is loaded again. */
export function ReportedPerson({ person, reports }: ReportedPersonView) {
  const [isBanned, setBanned] = useState(person.isBanned);
  const [state, setState] = useState<"open" | "dismissed" | "suspended">("open");
  const { isBusy, run } = useWork(showFailure);
  const [showsAll, setShowsAll] = useState(false);
  const isLong = reports.length > shownAtFirst + 1;
  const shown = showsAll || !isLong ? reports : reports.slice(0, shownAtFirst);

  const dismiss = () =>
    run(async () => {
      // Up to the newest one displayed: later ones have not been seen.
      const body = { user: person.id, until: Math.max(...reports.map(({ createdAt }) => createdAt)) };
      await callApi(dismissReportsCall, body);
      setState("dismissed");
      showToast("confirm", wordFor(reports.length, "Report dismissed", "Reports dismissed"));
    });
  const toggle = (isNowBanned: boolean) => {
    setBanned(isNowBanned);
    if (isNowBanned) setState("suspended");
  };

  return (
    <li className="border-t border-tick py-5">
      <PersonLine person={{ ...person, isBanned }} about={<Standing state={state} count={reports.length} />}>
        {/* The pressed button stays in place: nothing moves, and the keyboard focus stays too. */}
        {state !== "suspended" && (
          <Button isBusy={isBusy} disabled={state === "dismissed"} onClick={() => void dismiss()}>
            {state === "dismissed" ? "Dismissed" : wordFor(reports.length, "Dismiss", "Dismiss All")}
            <span className="sr-only"> reports about {person.username}</span>
          </Button>
        )}
        <SuspensionButton person={person} isBanned={isBanned} onChange={toggle} />
      </PersonLine>
      <ul className="mt-3 sm:ml-20">
        {shown.map((report) => (
          <Report key={report.id} report={report} />
        ))}
      </ul>
      {isLong && (
        <Button
          tone="bare"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
          className="-ml-4 sm:ml-16"
        >
          {showsAll ? "Show Fewer" : `Show All ${reports.length}`}
        </Button>
      )}
    </li>
  );
}

function Standing({ state, count }: { state: "open" | "dismissed" | "suspended"; count: number }) {
  const reports = countOf(count, "report", "reports");
  const words = {
    open: `${reports} open`,
    dismissed: `${reports} dismissed`,
    suspended: `${reports} settled`,
  };
  return (
    <span className="inline-flex items-center gap-2">
      <Lamp tone={state === "open" ? "amber" : "off"} />
      {words[state]}
    </span>
  );
}

function Report({ report }: { report: ReportView }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-1 text-14">
      <span className="min-w-0 grow basis-60 text-ink">
        {report.offense}
        {report.message && <ReportedMessage {...report.message} />}
      </span>
      <span className="min-w-0 text-ink-3">
        by <PersonName person={report.reporter} />, <TimeSince at={report.createdAt} />
      </span>
    </li>
  );
}

/** Shows a message of a chat as it was when it was reported. */
function ReportedMessage({ text, at }: NonNullable<ReportView["message"]>) {
  return (
    <span className="mt-1 block border-l-2 border-edge pl-3 text-ink-2">
      <bdi>{text}</bdi>
      <span className="block text-12 text-ink-3">
        In a chat, <TimeSince at={at} />
      </span>
    </span>
  );
}
