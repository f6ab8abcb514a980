import { callApi } from "#app/api-client.ts";
import { openReplaysCall } from "#app/domains/air/replays/calls.ts";
import { openReplays } from "#app/domains/air/replays/latest.server.ts";
import { ReplayRow, ReplayRowSkeleton } from "#app/domains/air/replays/ui/replay-row.tsx";
import { replaysPath } from "#app/paths.ts";
import { appContext } from "#app/router-context.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { EndlessList } from "#app/ui/endless-list.tsx";
import { forPage } from "../for-page.server.ts";
import { shareCard } from "../share-card.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  return { first: await forPage(request, openReplays(app, {})), origin: app.config.origin };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [{ title: "Replays · Cue" }];
  return shareCard({
    origin: loaderData.origin,
    path: replaysPath(),
    title: "Replays",
    description: "Live sets to play again, with their tracklists and chats.",
    type: "website",
    image: null,
  });
}

/** Lists replays that everyone can play, newest first. */
export default function ReplaysRoute({ loaderData: { first } }: Route.ComponentProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-4xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <h1 className="display mb-4 text-44">Replays</h1>
      <EndlessList
        first={first}
        load={(cursor) => callApi(openReplaysCall, cursor)}
        keyOf={(replay) => replay.id}
        row={(replay) => <ReplayRow replay={replay} />}
        skeleton={<ReplayRowSkeleton />}
        empty={
          <EmptyState title="No replays yet">
            Sets appear here after they end, if their performers let everyone hear them.
          </EmptyState>
        }
      />
    </main>
  );
}
