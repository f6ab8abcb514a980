import type { OnAirView } from "#app/domains/stages/contract/stages.ts";
import { playerLimits } from "./limits.ts";
import type { Sleep } from "./sleep.ts";

/** A room that can be listened to. */
export interface PlaySource {
  kind: "stage" | "profile";
  /** The stage's or the performer's user id. */
  id: string;
  /** Stage or performer name, for the bar and the lock screen. */
  name: string;
  /** Where the name links to: `/room/{id}` or `/profile/{id}`. */
  href: string;
  /** Artwork path, or null for the drawn fallback. */
  image: string | null;
  onAir: OnAirView;
}

/** init → loading → playing → stopping → init. */
export type PlayerStatus = "init" | "loading" | "playing" | "stopping";

/** The displayed and announced state. `cued`: the next stream starts soon, and the player waits for it. */
export type PlayerPhase = "idle" | "connecting" | "live" | "reconnecting" | "cued" | "ended";

/** The engines in the order in which they are tried. */
export const playerEngines = ["webcodecs", "wasm", "mse", "element"] as const;
/** Which of them is sounding. */
export type PlayerEngine = (typeof playerEngines)[number];

/** Whether it gets packets over the room's socket; the others have a stream, and a buffer, of their own. */
export function isPacketEngine(engine: PlayerEngine | null): boolean {
  return engine === "webcodecs" || engine === "wasm";
}

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
  /** Server time (epoch ms) of the sample that is at the ear now, or null while nothing sounds. */
  heardAt: number | null;
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
