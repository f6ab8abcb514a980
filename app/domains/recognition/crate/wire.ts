/** What the page and the worker that reads files say to each other. */
import type { CrateTrackInput } from "../contract.ts";

/** To the worker. Sound comes only for files that it has asked for. */
export type ToReader =
  | { kind: "read"; id: number; file: File; asksAcoustId: boolean }
  | { kind: "sound"; id: number; rate: number; sound: Float32Array<ArrayBuffer> }
  | { kind: "no-sound"; id: number; reason: FailReason };

export type FromReader =
  /** The page has to decode it; its length, where the file says it. */
  | { kind: "decode"; id: number; durationMs: number | null }
  | { kind: "track"; id: number; track: CrateTrackInput }
  | { kind: "failed"; id: number; reason: FailReason };

/** Why a file is not in the crate. */
export type FailReason =
  | "format"
  | "too-short"
  | "too-long"
  | "too-large"
  | "silent"
  | "unreadable"
  | "refused";
