import { redirect } from "react-router";
import type { AppContext } from "#app/context.ts";
import { listLineup } from "#app/domains/air/schedule/list-sets.server.ts";
import { listLatestSets } from "#app/domains/air/sets/played.server.ts";
import { listLatestFavorites } from "#app/domains/music/tracks/favorites.server.ts";
import { listPersonPlays } from "#app/domains/music/tracks/list-plays.server.ts";
import { ProfileView } from "#app/domains/people/people/contract/people.ts";
import { openProfile } from "#app/domains/people/people/open-profile.server.ts";
import { profilePath } from "#app/paths.ts";
import { appContext } from "#app/router-context.ts";
import { forPage, logInFirst } from "../for-page.server.ts";
import type { PageHandle } from "../shell/top-bar.tsx";
import type { Route } from "./+types/route";
import { recentLimits } from "./limits.ts";
import { ProfilePage } from "./profile-page.tsx";
import { profileCard } from "./share-card.ts";

/** The chat of a blocked performer is hidden, but not that of the stage they are on. A listener has none. */
export const handle: PageHandle = {
  hasChat: (data) => {
    const profile = (data as Awaited<ReturnType<typeof loader>> | undefined)?.profile;
    if (profile === undefined) return false;
    return profile.dj && (!profile.blocked || profile.room !== null);
  },
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  if (params.user === undefined) {
    throw app.viewer ? redirect(profilePath(app.viewer.id)) : logInFirst(request);
  }
  return { ...(await forPage(request, openPage(app, params.user))), origin: app.config.origin };
}

async function openPage(app: AppContext, user: string) {
  // One's own profile contains more than this page shows: the rest stays on the server.
  const profile = ProfileView.parse(await openProfile(app, { user }));
  const { id } = profile;
  const [favorites, upcoming, plays, sets] = await Promise.all([
    listLatestFavorites(app, id),
    profile.dj ? listLineup(app, { performerId: id }) : [],
    profile.dj ? listPersonPlays(app, id) : [],
    profile.dj ? listLatestSets(app, { user: id }) : [],
  ]);
  return {
    profile,
    upcoming,
    plays: plays.slice(0, recentLimits.songs),
    sets: sets.slice(0, recentLimits.sets),
    favorites,
  };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? profileCard(loaderData.profile, loaderData.origin) : [{ title: "Profile · Cue" }];
}

export default function ProfileRoute({ loaderData }: Route.ComponentProps) {
  return <ProfilePage key={loaderData.profile.id} {...loaderData} />;
}
