import type { ListenOptions } from "#app/live/transport.ts";
import type { PlayerEngine } from "../engine-names.ts";

/** The events of an engine. */
export type EngineEvent =
  /** The first sample, or the first after a pause, is being played. */
  | { type: "sounding" }
  /** Nothing is left to play; more may come. */
  | { type: "starved" }
  /** This engine cannot continue. */
  | { type: "failed"; reason: string };

/** The source of the sound: a room, or the file of a replay. */
export interface SoundSource {
  /** Requests packets; batches of them go to `port`. */
  listen(options: ListenOptions, port: MessagePort): void;
  unlisten(): void;
  /** Server time, epoch ms. */
  serverNow(): number;
  /** Whether there is sound to be heard now: otherwise no engine could play anything. */
  isFlowing(): boolean;
}

/** The engine's dependencies. */
export interface EngineHost {
  sound: SoundSource;
  isReplay: boolean;
  /** Opened in the click; null without Web Audio. */
  context: AudioContext | null;
  listen: ListenOptions;
  /** Path of the progressive stream on air now, or of the replay's MP3 file; or null. */
  url: () => string | null;
  /** Gain, 0 to 1. */
  gain: number;
  onEvent: (event: EngineEvent) => void;
}

/** The present state of the sound. */
export interface EngineFigures {
  /** Server time (epoch ms) of the sample at the ear, or null where it is not known. In a replay: its position, ms. */
  heardAt: number | null;
  /** Buffered between network and ear, ms. */
  bufferMs: number;
  underruns: number;
  /** Packets that never arrived and were concealed. */
  concealed: number;
}

/** One engine of the ladder. */
export interface Engine {
  readonly name: PlayerEngine;
  /** The last node before the output, for meters and tests; null without Web Audio. */
  readonly tapNode: AudioNode | null;
  /** Whether it plays the progressive stream, and so has to restart when another stream is on air. */
  readonly isProgressive: boolean;
  /** Starts; everything that follows, including failure, is reported through `onEvent`. */
  start(): void;
  /** Fades out and releases everything; sends no more events. */
  stop(): Promise<void>;
  setGain(gain: number): void;
  figures(): EngineFigures;
  /** 0 to 100 and above, see `levelOf`; 0 where the samples cannot be read. */
  level(): number;
}

/** An engine that can play a replay. */
export interface ReplayEngine extends Engine {
  /** Pauses with a short fade, or goes on where it was. */
  setPaused(isPaused: boolean): void;
  /** Nothing of what is buffered is heard any more; the sound of `position` (ms) follows. `jump` increases. */
  jumpTo(position: number, jump: number): void;
}
