import { openMyProfile } from "#app/domains/people/people/my-profile.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { ProfilePage } from "./profile-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return { profile: await forPage(request, openMyProfile(context.get(appContext))) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Edit Profile · Cue" }];
}

export default function ProfileSettings({ loaderData }: Route.ComponentProps) {
  return <ProfilePage loaded={loaderData.profile} />;
}
