import type { MouseEvent } from "react";
import type { ReplayGap, ReplayTrackView } from "#app/domains/air/replays/contract.ts";
import type { OnAirView } from "#app/domains/air/stages/contract/stages.ts";
import type { TrackView } from "#app/domains/music/tracks/contract/tracks.ts";
import type { Store } from "#app/ui/store.ts";
import type { RoomConnection } from "../domains/air/stages/live/connection.ts";
import type { PlayerEngine } from "./engine-names.ts";
import type { Engine, EngineFigures } from "./engines/engine.ts";
import type { LadderEvent } from "./engines/ladder.ts";
import { playerLimits } from "./limits.ts";
import type { Sleep } from "./sleep.ts";

/** A room that can be listened to. */
export interface RoomSource {
  kind: "stage" | "profile";
  /** The stage's or the performer's user id. */
  id: string;
  /** Stage or performer name, for the bar and the lock screen. */
  name: string;
  /** The link of the name: `/room/{id}` or `/profile/{id}`. */
  href: string;
  /** Artwork path, or null for the drawn fallback. */
  image: string | null;
  onAir: OnAirView;
}

interface Seekable<Source> {
  kind: "replay";
  /** Starts it. Here, so that only what has a replay to play loads what plays it. */
  open: (source: Source, options: ReplayOptions, handlers: ReplayHandlers) => SeekableSession;
  id: string;
  name: string;
  /** The link of the name: `/replay/{id}`, or the room that it is the past of. */
  href: string;
  image: string | null;
  performer: { id: string; username: string } | null;
  /** The duration as far as it was known when this was requested. */
  duration: number;
  /** Tracks by time. */
  tracks: readonly Pick<ReplayTrackView, "start" | "track">[];
}

/** A broadcast that is played again, or the past of one that is on air: see `toReplaySource`. Times are ms. */
export interface ReplaySource extends Seekable<ReplaySource> {
  service?: undefined;
  /** Path of the Ogg Opus file, which has byte ranges. */
  opus: string;
  /** The size of that file when `duration` was its length. */
  opusBytes: number;
  /** Path of the MP3 file, for browsers that cannot play packets; null where there is none. */
  mp3: string | null;
  /** More sound may still be appended. */
  isGrowing: boolean;
  /** Server time (epoch ms) of its first sample. */
  startTime: number;
  gaps: readonly ReplayGap[];
  /** Tracks by time. */
  tracks: readonly ReplayTrackView[];
  /** The room that is on air with what this is the past of: where LIVE leads. Null for a replay on its own. */
  live: RoomSource | null;
}

/** A track that another service plays in this page, in place of a replay. */
export interface ServiceSource extends Seekable<ServiceSource> {
  service: ServicePlay;
  live: null;
}

export interface ServicePlay {
  /** Name of the service. */
  name: string;
  /** The track there. */
  href: string;
  /** The service's details of the track, once they are known. */
  details: Store<{ cover: string | null }>;
  /** The source that was heard before, and is again after it; null: nothing. */
  before: PlaySource | null;
}

/** A press of the icon of a track that another service has: the default is to open its page there. */
export type PressElsewhere = (event: MouseEvent, track: TrackView) => void;

/** A source that is played from a start to an end. */
export type SeekableSource = ReplaySource | ServiceSource;

export type PlaySource = RoomSource | SeekableSource;

/** The room whose sound this is, now or in its past; null for a replay on its own. */
export function roomSourceOf(source: PlaySource): RoomSource | null {
  return source.kind === "replay" ? source.live : source;
}

/** Returns what is heard of the past of this room; null where it is heard live, or not at all. */
export function pastOf(
  heard: PlaySource | null,
  { kind, id }: Pick<PlaySource, "kind" | "id">,
): ReplaySource | null {
  if (heard?.kind !== "replay" || heard.service !== undefined) return null;
  return heard.live?.kind === kind && heard.live.id === id ? heard : null;
}

/** init → loading → playing → stopping → init. */
export type PlayerStatus = "init" | "loading" | "playing" | "stopping";

/**
 * The displayed and announced state. `failed`: no engine could play it, and they are tried again. `cued`: the next stream starts soon, and the player waits for it. A replay is
 * `replay` where a room is `live`, and can be `paused` (its status is then `init`).
 */
export type PlayerPhase =
  | "idle"
  | "connecting"
  | "failed"
  | "live"
  | "replay"
  | "paused"
  | "reconnecting"
  | "cued"
  | "ended";

export interface PlayerState {
  status: PlayerStatus;
  phase: PlayerPhase;
  source: PlaySource | null;
  /** The last source in this tab: the bar can start it again after a stop. */
  last: PlaySource | null;
  engine: PlayerEngine | null;
  /** 0 to 100. */
  volume: number;
  isMuted: boolean;
  /** Fewer messages, and nothing is loaded in advance. */
  isLowData: boolean;
  /** Far enough behind live to survive a short network outage. */
  isPatient: boolean;
  /** The sound stops so often that smooth playback would help; until the user responds. */
  isPatienceOffered: boolean;
  sleep: Sleep | null;
  /**
   * Server time (epoch ms) of the sample that is at the ear now, or null while nothing sounds; in a replay, the time at
   * which it was live.
   */
  heardAt: number | null;
  /** Position in a replay, ms from its start, once a second; `Player.position` is the present one. Null for a room. */
  position: number | null;
  /** Duration of a replay, ms; of one that grows, as far as it is known. */
  duration: number | null;
  isPaused: boolean;
  /** The sound buffered between network and ear, ms. */
  bufferMs: number;
  underruns: number;
}

export const initialPlayerState: PlayerState = {
  status: "init",
  phase: "idle",
  source: null,
  last: null,
  engine: null,
  volume: playerLimits.volume.initial,
  isMuted: false,
  isLowData: false,
  isPatient: false,
  isPatienceOffered: false,
  sleep: null,
  heardAt: null,
  position: null,
  duration: null,
  isPaused: false,
  bufferMs: 0,
  underruns: 0,
};

/** Whether something plays, or is about to. */
export function isListening({ status }: Pick<PlayerState, "status">): boolean {
  return status === "playing" || status === "loading";
}

/** Whether this room plays, or is about to. */
export function isStreaming(
  state: Pick<PlayerState, "status" | "source">,
  { kind, id }: Pick<PlaySource, "kind" | "id">,
): boolean {
  return isListening(state) && state.source?.kind === kind && state.source.id === id;
}

/** The player's work from the press of play to the stop. */
export interface Session {
  /** Itself, where it plays a replay, or a track of another service. */
  readonly replay: SeekableSession | null;
  /** The room that is heard, or whose past is; null for a replay on its own. */
  readonly room: RoomConnection | null;
  readonly engine: Engine | null;
  figures(): EngineFigures;
  setGain(gain: number): void;
  /** Resolves when the last sound has faded. */
  end(): Promise<void>;
}

/** Plays something that has a start and an end. Times are ms. */
export interface SeekableSession extends Session {
  readonly source: SeekableSource;
  readonly position: number;
  readonly duration: number;
  setPaused(isPaused: boolean): void;
  seek(position: number): void;
}

export interface ReplayHandlers {
  onEvent: (event: Exclude<LadderEvent, { type: "failed" }> | { type: "failed" }) => void;
  onEnd: () => void;
  onGone: () => void;
}

export interface ReplayOptions {
  gain: number;
  isLowData: boolean;
  /** The start, ms; without it, the position to which this browser has heard it. */
  at: number | undefined;
}
