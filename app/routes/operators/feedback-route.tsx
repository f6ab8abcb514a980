import { callApi } from "#app/api-client.ts";
import { listFeedbackCall } from "#app/domains/outside/operator/calls/moderation.ts";
import type { FeedbackView } from "#app/domains/outside/operator/contract/moderation.ts";
import { listFeedback } from "#app/domains/outside/operator/moderation.server.ts";
import { appContext } from "#app/router-context.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { EndlessList } from "#app/ui/endless-list.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import type { Route } from "./+types/feedback-route";
import { LineSkeleton } from "./line-skeleton.tsx";
import { answerOperator } from "./operators-only.server.ts";
import { PersonName } from "./person-line.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  return { first: await answerOperator(request, app, () => listFeedback(app, {})) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Feedback · Operators · Cue" }, { name: "robots", content: "noindex" }];
}

/** Users' feedback, latest first. */
export default function FeedbackRoute({ loaderData }: Route.ComponentProps) {
  return (
    <section aria-labelledby="feedback-title">
      <h2 id="feedback-title" className="sr-only">
        Feedback
      </h2>
      <EndlessList
        first={loaderData.first}
        load={(cursor) => callApi(listFeedbackCall, cursor)}
        keyOf={(feedback) => feedback.id}
        row={(feedback) => <Feedback feedback={feedback} />}
        skeleton={<LineSkeleton />}
        empty={
          <EmptyState title="No feedback yet">
            Messages sent under Settings, Submit Feedback appear here.
          </EmptyState>
        }
      />
    </section>
  );
}

function Feedback({ feedback: { user, message, createdAt } }: { feedback: FeedbackView }) {
  return (
    <article className="flex gap-4 py-4">
      <Picture src={user?.profile ?? null} name={user?.username ?? "?"} className="size-10" />
      <div className="min-w-0 grow">
        <p className="text-14 text-ink-3">
          <span className="font-semibold text-ink-2">
            <PersonName person={user} />
          </span>
          , <LocalTime at={createdAt} shape="day-clock" />
        </p>
        <p className="mt-1 max-w-[70ch] text-16 break-words whitespace-pre-wrap" dir="auto">
          {message}
        </p>
      </div>
    </article>
  );
}
