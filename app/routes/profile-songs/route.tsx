import { callApi } from "#app/api-client.ts";
import type { AppContext } from "#app/context.ts";
import { openPersonPlaysCall } from "#app/domains/music/tracks/calls/tracks.ts";
import { openPersonPlays } from "#app/domains/music/tracks/list-plays.server.ts";
import { PlayRow, PlayRowSkeleton } from "#app/domains/music/tracks/ui/play-list.tsx";
import { titlesNote } from "#app/domains/music/tracks/ui/titles-note.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { openPerson } from "#app/domains/people/people/open-profile.server.ts";
import { profilePath } from "#app/paths.ts";
import { appContext } from "#app/router-context.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { EndlessList } from "#app/ui/endless-list.tsx";
import { forPage } from "../for-page.server.ts";
import { BackLink } from "../profile/back-link.tsx";
import { useViewer } from "../shell/viewer.ts";
import type { Route } from "./+types/route";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const [person, first] = await forPage(request, loadSongs(app, params.user));
  return { person: { id: person.id, username: person.username }, first };
}

/** Only for signed-in users: the pages after the first one are a call for users. */
async function loadSongs(app: AppContext, user: string) {
  requireViewer(app);
  const person = await openPerson(app, user);
  return [person, await openPersonPlays(app, { user: person.id })] as const;
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: loaderData ? `Past songs of ${loaderData.person.username} · Cue` : "Past songs · Cue" }];
}

export default function ProfileSongsRoute({ loaderData }: Route.ComponentProps) {
  const { person, first } = loaderData;
  const viewer = useViewer();
  return (
    <main id="main" className="mx-auto w-full max-w-4xl px-4 pt-2 pb-12 sm:px-8">
      <BackLink to={profilePath(person.id)}>{person.username}</BackLink>
      <h1 className="display mb-4 text-44">Past Songs</h1>
      <EndlessList
        key={person.id}
        first={first}
        load={(cursor) => callApi(openPersonPlaysCall, { user: person.id, ...cursor })}
        keyOf={(play) => play.id}
        row={(play) => <PlayRow play={play} />}
        skeleton={<PlayRowSkeleton />}
        empty={<EmptyState title="No songs performance">{titlesNote(viewer?.id === person.id)}</EmptyState>}
      />
    </main>
  );
}
