import { openProfile } from "#app/domains/people/operations.server.ts";
import { appContext } from "#app/router-context.ts";
import { answer } from "../answer.server.ts";
import { EmbedPlayer } from "../embed/embed-player.tsx";
import { profileOnAir, toProfileSource } from "../profile/profile-on-air.ts";
import { profileCard } from "../profile/share-card.ts";
import { withoutTitle } from "../share-card.ts";
import type { Route } from "./+types/route";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  // Whoever frames this page must not act as the one who looks at it.
  const app = { ...context.get(appContext), viewer: null };
  const profile = await answer(request, openProfile(app, { user: params.username }));
  return { profile, origin: app.config.origin };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [{ title: "Cue" }];
  const { profile, origin } = loaderData;
  const title = { title: `${profile.username} on Cue` };
  // The performer's own page is what is to be found and shown.
  return [title, ...withoutTitle(profileCard(profile, origin))];
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
