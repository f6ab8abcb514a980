import type { MetaDescriptor } from "react-router";
import type { ProfileView } from "#app/domains/people/people/contract/people.ts";
import { profilePath } from "#app/paths.ts";
import { feedLink, shareCard } from "../share-card.ts";

/** The preview of a link to a profile on other sites. */
export function profileCard(profile: ProfileView, origin: string): MetaDescriptor[] {
  return [
    ...shareCard({
      origin,
      path: profilePath(profile.id),
      title: profile.username,
      description: describe(profile),
      type: "profile",
      image: profile.profile,
      hasPlayer: profile.dj,
    }),
    { property: "profile:username", content: profile.username },
    ...(profile.dj ? [feedLink(origin, { kind: "performer", id: profile.id, name: profile.username })] : []),
  ];
}

function describe(profile: ProfileView): string {
  if (profile.bio.trim() !== "") return profile.bio;
  if (!profile.dj) return `${profile.username} listens to live sets on Cue.`;
  const kind = profile.performerType === "musician" ? "a musician" : "a DJ";
  return `${profile.username}, ${kind}, plays live on Cue. Hear it the moment it is played.`;
}
