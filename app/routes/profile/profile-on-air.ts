import type { ProfileView } from "#app/domains/people/contract.ts";
import { type OnAirView, offAir } from "#app/domains/stages/contract.ts";
import type { PlaySource } from "#app/player/contract.ts";

/** What a performer's own room carries, as their page was rendered: nothing while a stage carries their sound. */
export function profileOnAir(profile: ProfileView): OnAirView {
  if (!profile.live || profile.room !== null) return offAir;
  const { id, _id, username, profile: photo } = profile;
  return {
    ...offAir,
    status: "live",
    online: true,
    startTime: profile.startTime,
    currentUrl: profile.url,
    currentDj: { id, _id, username, profile: photo },
    currentTrack: profile.currentTrack,
    currentTrackHistory: profile.currentTrackHistory,
    currentTitle: profile.currentTitle,
    currentArtist: profile.currentArtist,
    currentListeners: profile.currentListeners,
  };
}

/** A performer's own stream as the player takes it. */
export function toProfileSource(profile: ProfileView, onAir: OnAirView): PlaySource {
  return {
    kind: "profile",
    id: profile.id,
    name: profile.username,
    href: `/profile/${profile.id}`,
    image: profile.profile,
    onAir,
  };
}
