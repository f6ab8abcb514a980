import { redirect } from "react-router";
import { openProfile } from "#app/domains/people/operations.server.ts";
import { listLineup } from "#app/domains/sets/operations.server.ts";
import { appContext } from "#app/router-context.ts";
import { answer, logInFirst } from "../answer.server.ts";
import type { PageHandle } from "../shell/top-bar.tsx";
import type { Route } from "./+types/route";
import { ProfilePage } from "./profile-page.tsx";

/** Only performers have a room of their own. */
export const handle: PageHandle = {
  hasChat: (data) => (data as Awaited<ReturnType<typeof loader>> | undefined)?.profile.dj ?? false,
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  if (params.user === undefined) {
    throw app.viewer ? redirect(`/profile/${app.viewer.id}`) : logInFirst(request);
  }
  const profile = await answer(request, openProfile(app, { user: params.user }));
  const upcoming = profile.dj ? await answer(request, listLineup(app, { performerId: profile.id })) : [];
  return { profile, upcoming };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: loaderData ? `${loaderData.profile.username} · Cue` : "Profile · Cue" }];
}

export default function ProfileRoute({ loaderData }: Route.ComponentProps) {
  const { profile, upcoming } = loaderData;
  return <ProfilePage key={profile.id} profile={profile} upcoming={upcoming} />;
}
