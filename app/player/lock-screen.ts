import { trackAt } from "#app/domains/air/replays/track-at.ts";
import { isUnheard } from "#app/domains/air/schedule/set-state.ts";
import { stateInLine } from "#app/domains/air/schedule/state-texts.ts";
import { pictureWidths } from "../domains/base/pictures/contract.ts";
import { pictureAt, pictureRatios, readPicturePath } from "../domains/base/pictures/rules.ts";
import { isListening, type PlayerStatus, type PlaySource } from "./contract.ts";
import { silentSound } from "./silence.ts";

export interface LockScreenButtons {
  play: () => void;
  pause: () => void;
  stop: () => void;
  /** Only a replay has a position, ms, that can be moved. */
  seek?: (position: number) => void;
  seekBy?: (ms: number) => void;
}

/** Position in a replay, ms; null for a room. */
export interface LockScreenProgress {
  position: number | null;
  duration: number | null;
}

/** There is no previous or next track: these buttons are removed. */
const without = ["previoustrack", "nexttrack"] as const;
/** Step where a car display or a headset does not say how far, seconds. */
const stepSeconds = 15;

/** The content of the lock screen, the keyboard's media keys and car displays: what is heard, play and stop. */
export class LockScreen {
  #silence: HTMLAudioElement | null = null;
  #shown = "";

  /** Shows `source` with what it carries as it is heard. */
  show(
    source: PlaySource | null,
    status: PlayerStatus,
    buttons: LockScreenButtons,
    progress: LockScreenProgress,
  ): void {
    if (typeof navigator === "undefined" || !("mediaSession" in navigator)) return;
    const session = navigator.mediaSession;
    const isOn = isListening({ status });
    session.playbackState = isOn ? "playing" : source ? "paused" : "none";
    session.setActionHandler("play", source ? buttons.play : null);
    session.setActionHandler("pause", source ? buttons.pause : null);
    session.setActionHandler("stop", source ? buttons.stop : null);
    for (const action of without) setHandler(session, action, null);
    offerSeeking(session, buttons);
    if (progress.duration === null) setEndless(session, isOn);
    else setProgress(session, progress.position ?? 0, progress.duration);
    this.#describe(session, source, progress.position ?? 0);
    this.#hold(isOn);
  }

  /** Updated only where something changed: a notification that is replaced blinks. */
  #describe(session: MediaSession, source: PlaySource | null, position: number): void {
    const said = source && describe(source, position);
    const key = JSON.stringify(said);
    if (key === this.#shown) return;
    this.#shown = key;
    session.metadata = said && new MediaMetadata(said);
  }

  #hold(isOn: boolean): void {
    if (!isOn) {
      this.#silence?.pause();
      return;
    }
    this.#silence ??= makeSilence();
    // Refused without a gesture, as is the sound itself.
    if (this.#silence.paused) this.#silence.play().catch(() => {});
  }
}

/**
 * Title and artist that are heard; without them, the performer, and why nothing is heard. The cover is of the present performer, as on the page.
 * `position`: in a replay, ms.
 */
export function describe(source: PlaySource, position = 0): MediaMetadataInit {
  const { name, image } = source;
  if (source.kind === "replay") {
    const track = trackAt(source.tracks, position)?.track;
    const performer = source.performer?.username ?? name;
    return {
      title: track?.title || name,
      artist: track?.artist || performer,
      album: name,
      artwork: artworkOf(image),
    };
  }
  const { onAir } = source;
  const performer = onAir.currentDj?.username ?? name;
  const { state } = onAir;
  return {
    title: isUnheard(state) ? stateInLine(state) : onAir.currentTitle || performer,
    artist: isUnheard(state) ? performer : onAir.currentArtist || performer,
    album: name,
    artwork: artworkOf((onAir.online ? onAir.currentDj?.profile : null) ?? image),
  };
}

const icons: MediaImage[] = [192, 512].map((width) => ({
  src: `/icons/${width}.png`,
  sizes: `${width}x${width}`,
  type: "image/png",
}));

/** A picture in each stored size; the icon of the app where there is none. */
function artworkOf(image: string | null): MediaImage[] {
  if (image === null) return icons;
  const largest = readPicturePath(image)?.width;
  const kind = (["profile", "thumbnail"] as const).find((each) => pictureWidths[each][0] === largest);
  if (kind === undefined) return [{ src: image }];
  return pictureWidths[kind].map((width) => ({
    src: pictureAt(image, width),
    sizes: `${width}x${Math.round(width / pictureRatios[kind])}`,
    type: "image/webp",
  }));
}

function makeSilence(): HTMLAudioElement {
  const audio = new Audio(URL.createObjectURL(silentSound()));
  audio.loop = true;
  audio.dataset.silence = "";
  return audio;
}

/** No end, so no progress either: otherwise a lock screen shows that of the silent element that holds it. */
function setEndless(session: MediaSession, isOn: boolean): void {
  try {
    if (isOn) session.setPositionState({ duration: Number.POSITIVE_INFINITY, position: 0, playbackRate: 1 });
    else session.setPositionState();
  } catch {
    // A browser that does not support live sound shows its own default.
  }
}

function setProgress(session: MediaSession, position: number, duration: number): void {
  try {
    session.setPositionState({
      duration: duration / 1000,
      position: Math.min(position, duration) / 1000,
      playbackRate: 1,
    });
  } catch {
    // Without it, the lock screen has the title alone.
  }
}

function offerSeeking(session: MediaSession, { seek, seekBy }: LockScreenButtons): void {
  const step = (sign: 1 | -1) =>
    seekBy === undefined
      ? null
      : ({ seekOffset }: MediaSessionActionDetails) => seekBy(sign * (seekOffset ?? stepSeconds) * 1000);
  setHandler(session, "seekbackward", step(-1));
  setHandler(session, "seekforward", step(1));
  setHandler(
    session,
    "seekto",
    seek === undefined ? null : ({ seekTime }) => seekTime != null && seek(seekTime * 1000),
  );
}

/** Some browsers support fewer actions than others, and throw. */
function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // Then there is no such button either.
  }
}
