import type { OnAirView } from "../domains/stages/contract.ts";

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

/** The state in words, as shown and announced. */
export type PlayerPhase = "idle" | "connecting" | "live" | "reconnecting" | "ended";

/** Which step of the ladder is sounding. */
export type PlayerEngine = "webcodecs" | "wasm" | "mse" | "element";

export interface PlayerState {
  status: PlayerStatus;
  phase: PlayerPhase;
  source: PlaySource | null;
  engine: PlayerEngine | null;
  /** 0 to 100. */
  volume: number;
  isMuted: boolean;
  /** Server time (epoch ms) of the sample that is at the ear now, or null while nothing sounds. */
  heardAt: number | null;
  /** What is waiting between network and ear, ms. */
  bufferMs: number;
  underruns: number;
}
