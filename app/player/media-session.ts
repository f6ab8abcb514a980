import type { RoomState } from "../domains/stages/live/protocol.ts";
import type { PlayerStatus, PlaySource } from "./contract.ts";

export interface LockScreenButtons {
  play: () => void;
  stop: () => void;
}

/** What the lock screen, the keyboard's media keys and a car show and do; a stream has no position to seek to. */
export function showOnLockScreen(
  source: PlaySource | null,
  room: RoomState | null,
  status: PlayerStatus,
  buttons: LockScreenButtons,
): void {
  if (typeof navigator === "undefined" || !("mediaSession" in navigator)) return;
  const session = navigator.mediaSession;
  session.playbackState =
    status === "playing" || status === "loading" ? "playing" : source ? "paused" : "none";
  session.metadata = source && makeMetadata(source, room);
  session.setActionHandler("play", source ? buttons.play : null);
  session.setActionHandler("pause", source ? buttons.stop : null);
  session.setActionHandler("stop", source ? buttons.stop : null);
}

function makeMetadata(source: PlaySource, room: RoomState | null): MediaMetadata {
  const performer = room?.currentDj?.username ?? source.name;
  return new MediaMetadata({
    title: room?.currentTitle ?? performer,
    artist: room?.currentArtist ?? performer,
    album: source.name,
    artwork: source.image === null ? [] : [{ src: source.image }],
  });
}
