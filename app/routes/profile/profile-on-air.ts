import { type OnAirView, offAir } from "#app/domains/air/stages/contract/stages.ts";
import type { RoomState } from "#app/domains/air/stages/live/protocol.ts";
import { toRoomState } from "#app/domains/air/stages/live/use-room.ts";
import type { ProfileView } from "#app/domains/people/people/contract/people.ts";
import { profilePath, stagePath } from "#app/paths.ts";
import type { RoomSource } from "#app/player/contract.ts";

/** The first state of a performer's own room, from their rendered page: off air while a stage carries their sound. */
export function toOwnState(profile: ProfileView): RoomState {
  return toRoomState("profile", {
    ...(profile.live && profile.room === null ? heardOf(profile) : offAir),
    id: profile.id,
    name: profile.username,
    favoriteCount: profile.favorites ?? 0,
    cheerCount: profile.cheers ?? 0,
  });
}

/** The stage itself decides who plays there. */
export function isPlayedBy(stage: RoomState, { id }: Pick<ProfileView, "id">): boolean {
  return stage.online && stage.currentDj?.id === id;
}

/** Returns what a performer carried when their page was rendered, wherever that was. */
function heardOf(profile: ProfileView): OnAirView {
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

/** A performer's own stream as a source for the player. */
function toProfileSource(profile: ProfileView, onAir: OnAirView): RoomSource {
  return {
    kind: "profile",
    id: profile.id,
    name: profile.username,
    href: profilePath(profile.id),
    image: profile.profile,
    onAir,
  };
}

/**
 * The stage that carries this performer's sound, or null: according to their own room, and according to the rendered
 * page until the room has responded.
 */
export function stageIdOf(profile: Pick<ProfileView, "room">, own: RoomState): string | null {
  if (own.online) return null;
  return own.profileStatus === undefined ? (profile.room?.id ?? null) : own.profileStatus.room;
}

/** The first state of that stage's room. A stage that the page was not rendered with sends its own state. */
export function toStageState(profile: ProfileView, stageId: string): RoomState {
  const known = profile.room?.id === stageId ? profile.room : null;
  return toRoomState("stage", {
    ...(known ? heardOf(profile) : offAir),
    id: stageId,
    name: known?.name ?? "",
    favoriteCount: 0,
    cheerCount: 0,
  });
}

/** The source of a performer's page: the room that carries their sound, their own or a stage's. */
export function toPlaySource(profile: ProfileView, room: RoomState): RoomSource {
  if (room.kind === "profile") return toProfileSource(profile, room);
  const { id, name } = room;
  return { kind: "stage", id, name, href: stagePath(id), image: profile.profile, onAir: room };
}
