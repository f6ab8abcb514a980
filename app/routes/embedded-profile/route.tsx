import { openProfile } from "#app/domains/people/operations.server.ts";
import { appContext } from "#app/router-context.ts";
import { answer } from "../answer.server.ts";
import { EmbedPlayer } from "../embed/embed-player.tsx";
import { profileOnAir, toProfileSource } from "../profile/profile-on-air.ts";
import type { Route } from "./+types/route";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  // Whoever frames this page must not act as the one who looks at it.
  const app = { ...context.get(appContext), viewer: null };
  return { profile: await answer(request, openProfile(app, { user: params.username })) };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: loaderData ? `${loaderData.profile.username} on Cue` : "Cue" }];
}

export default function EmbeddedProfileRoute({ loaderData }: Route.ComponentProps) {
  const { profile } = loaderData;
  return (
    <EmbedPlayer
      key={profile.id}
      source={toProfileSource(profile, profileOnAir(profile))}
      counts={{ favoriteCount: profile.favorites ?? 0, cheerCount: profile.cheers ?? 0 }}
      idle={`${profile.username} is not performing at this time`}
    />
  );
}
