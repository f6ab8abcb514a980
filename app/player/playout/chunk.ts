/**
 * Messages between the three threads of the packet player: socket → decoder → worklet. Nothing here may import code
 * that needs a page or a worker: a worklet has neither TextDecoder nor URL.
 */

import type { PacketBatch } from "#app/domains/air/media/contract/frames.ts";

export const sampleRate = 48_000;
/** Samples per channel in one Opus packet of the live path. */
export const packetFrames = 960;

/** Packets for the decoder: of a room as they come over its socket, or of a replay. */
export interface PlayoutBatch extends PacketBatch {
  /** The number of the jump that it follows in a replay, increasing; what is left of the position before is dropped. */
  jump?: number;
  /** Number of packets at the start, in a replay, that are decoded for what follows, and not heard themselves. */
  unheard?: number;
}

/** One decoded packet, from the decoder to the worklet. */
export interface SoundChunk {
  /** Server time (epoch ms) of the first sample. */
  at: number;
  /** Planar stereo: all left samples, then all right ones. Transferred, not copied. */
  samples: Float32Array<ArrayBuffer>;
  /** The first of a new section of sound: it does not continue what came before. */
  isStart: boolean;
  /**
   * The room gives the reason: the source had paused, or another one follows. Without it, sound was lost on the way.
   */
  isPause: boolean;
  /** Packets missing directly before this one, to be concealed. */
  lost: number;
  /** Number of packets that came in the same message, or 0 for all except the first of them. */
  batch: number;
  /** The sound that waits after it, still encoded, ms; more than 0 only for smooth playback. */
  reserveMs: number;
  /** The jump of its batch. */
  jump?: number;
}

/** The worklet's report to the decoder in smooth playback and in replays, ten times a second: what it has. */
export interface PlayoutNeed {
  levelMs: number;
  /** Chunks that have arrived, in all. */
  taken: number;
}

/** The worklet's report, ten times a second and when the sound starts or runs dry. */
export interface PlayoutReport {
  /** Context time (s) of the next sample to be rendered; everything else refers to this instant. */
  contextTime: number;
  /** Server time (epoch ms) of that sample, or null before the first. */
  at: number | null;
  /** Source ms played per ms: 1 except for gentle corrections. */
  rate: number;
  isSounding: boolean;
  bufferMs: number;
  /** The target of the buffer, ms. */
  targetMs: number;
  /** The recent spread of arrivals, ms, where it is measured: worth remembering for the next start. */
  spreadMs: number | undefined;
  underruns: number;
  /** Packets that never arrived and were concealed. */
  concealed: number;
  /** The jump that it refers to, in a replay. */
  jump: number;
}

/**
 * An order to the worklet, in a replay. `jump`: drop everything until the chunks of this jump; `hold`: pause, or go on.
 */
export type PlayoutOrder = { type: "jump"; jump: number } | { type: "hold"; isHeld: boolean };

/** The port of decoded chunks, sent to the worklet once. */
export interface PlayoutPort {
  chunks: MessagePort;
}

/** Options of the worklet, when it is created. */
export interface PlayoutOptions {
  /** The spread of arrivals that an earlier player on this machine measured, ms. */
  spreadMs?: number | undefined;
  /** The listener's intended distance behind live, ms; 0: as little as the network allows. */
  behindMs?: number;
  /** Plays what comes as it comes: at the rate 1, with no regard to when it came. */
  isReplay?: boolean;
}

/**
 * A command to a decode worker: `start` starts (or replaces) a stream of batches, `stop` ends it. `isPatient`: decodes
 * only what is played soon, and keeps the rest, as smooth playback and replays do.
 */
export type DecodeCommand =
  | { type: "start"; batches: MessagePort; chunks: MessagePort; isPatient: boolean }
  | { type: "stop" };

/** The notice of a decode worker: this decoder cannot be used here. */
export interface DecodeNotice {
  type: "failed";
  reason: string;
}
