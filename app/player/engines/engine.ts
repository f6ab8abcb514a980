import type { RoomConnection } from "#app/domains/stages/live/connection.ts";
import type { ListenOptions } from "#app/domains/stages/live/transport.ts";
import type { PlayerEngine } from "../contract.ts";

/** What happens to a sound, as its engine tells. */
export type EngineEvent =
  /** The first sample, or the first after a pause, is being played. */
  | { type: "sounding" }
  /** Nothing is left to play; more may come. */
  | { type: "starved" }
  /** This engine cannot go on. */
  | { type: "failed"; reason: string };

/** What an engine needs to know. */
export interface EngineHost {
  room: RoomConnection;
  /** Opened in the click; null where there is no Web Audio. */
  context: AudioContext | null;
  listen: ListenOptions;
  /** Path of the progressive stream on air now, or null. */
  url: () => string | null;
  /** Gain, 0 to 1. */
  gain: number;
  onEvent: (event: EngineEvent) => void;
}

/** How the sound is doing now. */
export interface EngineFigures {
  /** Server time (epoch ms) of the sample at the ear, or null where it is not known. */
  heardAt: number | null;
  /** Between network and ear, ms. */
  bufferMs: number;
  underruns: number;
  /** Packets that never came and were covered. */
  concealed: number;
}

/** One step of the ladder. */
export interface Engine {
  readonly name: PlayerEngine;
  /** The last node before the output, for those who want to listen in; null without Web Audio. */
  readonly tapNode: AudioNode | null;
  /** Whether it plays the progressive stream, and so has to begin again when another stream is on air. */
  readonly isProgressive: boolean;
  /** Begins; everything that follows, failure too, is told through `onEvent`. */
  start(): void;
  /** Fades out and lets go of everything; tells no more events. */
  stop(): Promise<void>;
  setGain(gain: number): void;
  figures(): EngineFigures;
  /** 0 to 100 and beyond, see `levelOf`; 0 where the samples cannot be seen. */
  level(): number;
}
