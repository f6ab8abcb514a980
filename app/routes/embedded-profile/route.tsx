import { useState } from "react";
import { useRoom, useRoomIfAny } from "#app/domains/air/stages/live/use-room.ts";
import { notPerforming } from "#app/domains/air/stages/ui/off-air-text.ts";
import type { ProfileView } from "#app/domains/people/people/contract/people.ts";
import { openProfile } from "#app/domains/people/people/open-profile.server.ts";
import { appContext } from "#app/router-context.ts";
import { EmbedPlayer } from "../embed/embed-player.tsx";
import { forPage } from "../for-page.server.ts";
import { isPlayedBy, stageIdOf, toOwnState, toPlaySource, toStageState } from "../profile/profile-on-air.ts";
import { profileCard } from "../profile/share-card.ts";
import { withoutTitle } from "../share-card.ts";
import type { Route } from "./+types/route";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  // The site that frames this page must not act as the viewer.
  const app = { ...context.get(appContext), viewer: null };
  const profile = await forPage(request, openProfile(app, { user: params.username }));
  const followerCount = profile.hideFollowsPlayer ? null : profile.followerCount;
  return { profile: { ...profile, followerCount }, origin: app.config.origin };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [{ title: "Cue" }];
  const { profile, origin } = loaderData;
  const title = { title: `${profile.username} on Cue` };
  // Search engines and links should use the performer's own page.
  return [title, ...withoutTitle(profileCard(profile, origin))];
}

export default function EmbeddedProfileRoute({ loaderData }: Route.ComponentProps) {
  const { profile } = loaderData;
  return <PerformerPlayer key={profile.id} profile={profile} />;
}

/** A performer where they are heard: their own stream, or the stage that carries it. */
function PerformerPlayer({ profile }: { profile: ProfileView }) {
  const isEmbedded = true;
  const [initial] = useState(() => toOwnState(profile));
  const own = useRoom("profile", profile.id, initial, { isEmbedded });
  const stageId = stageIdOf(profile, own.state);
  const stage = useRoomIfAny(
    stageId === null ? null : { kind: "stage", id: stageId, initial: () => toStageState(profile, stageId) },
    { isEmbedded },
  );
  const room = stage && isPlayedBy(stage.state, profile) ? stage : own;
  return (
    <EmbedPlayer
      room={room}
      name={profile.username}
      followerCount={profile.followerCount}
      source={toPlaySource(profile, room.state)}
      idle={notPerforming(profile.username)}
    />
  );
}
