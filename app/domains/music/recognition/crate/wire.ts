/** Messages of the page and the worker that reads files. */
import type { CrateTrackInput } from "../contract.ts";
import type { TagGuess } from "./tag-texts.ts";

/** A message to the worker. Sound comes only for files that it has asked for. */
export type ToReader =
  | { kind: "read"; id: number; file: File; asksAcoustId: boolean }
  | { kind: "sound"; id: number; rate: number; sound: Float32Array<ArrayBuffer> }
  | { kind: "no-sound"; id: number; reason: FailReason };

export type FromReader =
  /** The page has to decode it; its length, where the file says it. */
  | { kind: "decode"; id: number; durationMs: number | null }
  /** `guess`: what its names were read from, where their charset was guessed; otherwise null. */
  | { kind: "track"; id: number; track: CrateTrackInput; guess: TagGuess | null }
  | { kind: "failed"; id: number; reason: FailReason };

/** The reason why a file is not in the crate. */
export type FailReason =
  | "format"
  | "too-short"
  | "too-long"
  | "too-large"
  | "silent"
  | "unreadable"
  /** The worker that reads it did not load. */
  | "unloaded"
  | "refused";
