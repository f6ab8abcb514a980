import { listReported } from "#app/domains/outside/operator/moderation.server.ts";
import { appContext } from "#app/router-context.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Route } from "./+types/open-route";
import { answerOperator } from "./operators-only.server.ts";
import { ReportedPerson } from "./reported-person.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  return { reported: await answerOperator(request, app, () => listReported(app)) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Open reports · Operators · Cue" }, { name: "robots", content: "noindex" }];
}

/** People with open complaints, those with the most first. */
export default function OpenRoute({ loaderData }: Route.ComponentProps) {
  const { reported } = loaderData;
  return (
    <section aria-labelledby="open-title">
      <h2 id="open-title" className="sr-only">
        Open reports
      </h2>
      {reported.length === 0 ? (
        <EmptyState title="No open reports">
          A report about a person appears here until an operator dismisses it or suspends the person.
        </EmptyState>
      ) : (
        <ul className="border-b border-tick">
          {reported.map((entry) => (
            <ReportedPerson key={entry.person.id} {...entry} />
          ))}
        </ul>
      )}
    </section>
  );
}
