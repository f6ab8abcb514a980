import { callApi } from "#app/api-client.ts";
import type { AppContext } from "#app/context.ts";
import { openPastSetsCall } from "#app/domains/air/sets/calls/changes.ts";
import { openPastSets } from "#app/domains/air/sets/played.server.ts";
import { PlayedSetRow, PlayedSetRowSkeleton } from "#app/domains/air/sets/ui/played-set-row.tsx";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { openPerson } from "#app/domains/people/people/open-profile.server.ts";
import { profilePath } from "#app/paths.ts";
import { appContext } from "#app/router-context.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { EndlessList } from "#app/ui/endless-list.tsx";
import { forPage } from "../for-page.server.ts";
import { BackLink } from "../profile/back-link.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const [person, first] = await forPage(request, loadPerformances(app, params.user));
  const isOwn = app.viewer?.id === person.id;
  return { person: { id: person.id, username: person.username }, first, isOwn };
}

/** Only for signed-in users: the pages after the first one are a call for users. */
async function loadPerformances(app: AppContext, user: string) {
  requireViewer(app);
  const person = await openPerson(app, user);
  return [person, await openPastSets(app, { user: person.id })] as const;
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const title = loaderData ? `Past performances of ${loaderData.person.username}` : "Past performances";
  return [{ title: `${title} · Cue` }];
}

/** Every set that a performer has played, and what else of theirs can be played again; newest first. */
export default function PerformancesRoute({ loaderData }: Route.ComponentProps) {
  const { person, first, isOwn } = loaderData;
  return (
    <main id="main" className="mx-auto w-full max-w-4xl px-4 pt-2 pb-12 sm:px-8">
      <BackLink to={profilePath(person.id)}>{person.username}</BackLink>
      <h1 className="display mb-4 text-44">Past Performances</h1>
      <EndlessList
        key={person.id}
        first={first}
        load={(cursor) => callApi(openPastSetsCall, { user: person.id, ...cursor })}
        keyOf={(set) => set.id}
        row={(set) => <PlayedSetRow set={set} isOwn={isOwn} canEdit={isOwn} />}
        skeleton={<PlayedSetRowSkeleton />}
        empty={<EmptyState title="No past performances">Performances appear here after they end.</EmptyState>}
      />
    </main>
  );
}
