import { useState } from "react";
import { callApi } from "#app/api-client.ts";
import { listSettledCall } from "#app/domains/outside/operator/calls/moderation.ts";
import { listSettled } from "#app/domains/outside/operator/moderation.server.ts";
import type { ReportView } from "#app/domains/people/people/contract/reports.ts";
import { appContext } from "#app/router-context.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { EndlessList } from "#app/ui/endless-list.tsx";
import { LocalTime, TimeSince } from "#app/ui/time.tsx";
import type { Route } from "./+types/settled-route";
import { LineSkeleton } from "./line-skeleton.tsx";
import { answerOperator } from "./operators-only.server.ts";
import { PersonLine, PersonName } from "./person-line.tsx";
import { SuspensionButton } from "./suspension-button.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  return { first: await answerOperator(request, app, () => listSettled(app, {})) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Settled reports · Operators · Cue" }, { name: "robots", content: "noindex" }];
}

/** Settled complaints, the latest decision first. */
export default function SettledRoute({ loaderData }: Route.ComponentProps) {
  return (
    <section aria-labelledby="settled-title">
      <h2 id="settled-title" className="sr-only">
        Settled reports
      </h2>
      <EndlessList
        first={loaderData.first}
        load={(cursor) => callApi(listSettledCall, cursor)}
        keyOf={(report) => report.id}
        row={(report) => <SettledReport report={report} />}
        skeleton={<LineSkeleton />}
        empty={
          <EmptyState title="No settled reports yet">
            Dismissed reports and reports that led to a suspension appear here.
          </EmptyState>
        }
      />
    </section>
  );
}

function SettledReport({ report }: { report: ReportView }) {
  const { offender, reporter, offense, outcome, createdAt, settledAt } = report;
  const [isBanned, setBanned] = useState(offender.isBanned);
  const about = (
    <>
      {offense}, by <PersonName person={reporter} /> <TimeSince at={createdAt} />
      <span className="block text-ink-3">
        {outcome === "banned" ? "Suspended" : "Dismissed"}
        {settledAt !== null && (
          <>
            {" "}
            <LocalTime at={settledAt} shape="day-clock" />
          </>
        )}
      </span>
    </>
  );
  return (
    <div className="py-4">
      <PersonLine person={{ ...offender, isBanned, isOperator: false }} about={about}>
        {(isBanned || offender.isBanned) && (
          <SuspensionButton
            person={{ ...offender, isOperator: false }}
            isBanned={isBanned}
            onChange={setBanned}
          />
        )}
      </PersonLine>
    </div>
  );
}
