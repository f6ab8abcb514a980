/**
 * What passes between the three threads of the packet player: socket → decoder → worklet. Nothing here may import
 * what needs a page or a worker: a worklet has neither TextDecoder nor URL.
 */

export const sampleRate = 48_000;
/** Samples per channel in one Opus packet of the live path. */
export const packetFrames = 960;

/** From the socket to the decoder: one binary message of the room. */
export interface PacketBatch {
  isDiscontinuity: boolean;
  /** The room's number of the first packet, modulo 2^32. */
  seq: number;
  /** Server time (epoch ms) of the first sample of the first packet. */
  at: number;
  /** Views into one transferred buffer. */
  packets: Uint8Array[];
}

/** From the decoder to the worklet: one decoded packet. */
export interface SoundChunk {
  /** Server time (epoch ms) of the first sample. */
  at: number;
  /** Planar stereo: all left samples, then all right ones. Transferred, not copied. */
  samples: Float32Array<ArrayBuffer>;
  /** The first of a new stretch of sound: it does not continue what came before. */
  isStart: boolean;
  /** The room says why: the source had paused, or another one follows. Without it, sound was lost on the way. */
  isPause: boolean;
  /** Packets that are missing just before this one, to be concealed. */
  lost: number;
  /** How many packets came in the same message, or 0 for all but the first of them. */
  batch: number;
  /** What waits behind it, still encoded, ms; more than 0 only for a patient listener. */
  reserveMs: number;
}

/** From the worklet back to the decoder of a patient listener, ten times a second: what it has. */
export interface PlayoutNeed {
  levelMs: number;
  /** Chunks that have arrived, in all. */
  taken: number;
}

/** From the worklet, ten times a second and when the sound starts or runs dry. */
export interface PlayoutReport {
  /** Context time (s) of the next sample to be rendered; the rest belongs to this instant. */
  contextTime: number;
  /** Server time (epoch ms) of that sample, or null before the first. */
  at: number | null;
  /** Source ms played per ms: 1 but for gentle corrections. */
  rate: number;
  isSounding: boolean;
  bufferMs: number;
  /** What the buffer is steered to, ms. */
  targetMs: number;
  /** How far arrivals have scattered lately, ms: worth remembering for the next start. */
  spreadMs: number;
  underruns: number;
  /** Packets that never came and were covered. */
  concealed: number;
}

/** To the worklet, once: where decoded chunks come from. */
export interface PlayoutPort {
  chunks: MessagePort;
}

/** To the worklet, when it is made. */
export interface PlayoutOptions {
  /** What an earlier player on this machine saw arrivals scatter by, ms. */
  spreadMs?: number | undefined;
  /** How far behind live the listener means to stay, ms; 0: as near as the network allows. */
  behindMs?: number;
}

/**
 * To a decode worker: `start` begins (or replaces) a stream of batches, `stop` ends it. `isPatient`: decodes no more
 * than is soon played, and keeps the rest.
 */
export type DecodeCommand =
  | { type: "start"; batches: MessagePort; chunks: MessagePort; isPatient: boolean }
  | { type: "stop" };

/** From a decode worker: this decoder is of no use here. */
export interface DecodeNotice {
  type: "failed";
  reason: string;
}
