import type { TapeAnchor } from "#app/domains/air/replays/tape-index.ts";
import type { WaitingFrame } from "./waiting-frames.ts";

/** The place of the next packet, and of the next MP3 frames. */
export interface Cursor {
  connection: string | null;
  /** The number of the next packet; null before the first of its connection. */
  seq: number | null;
  packets: number;
  /** Start of the next packet, were it to continue the last: server time, epoch ms. */
  expectedAt: number | null;
  /** Number of packets to be made up before the next one. */
  fill: number;
  anchors: TapeAnchor[];
  /**
   * Pauses of the packets that are longer than what is filled, epoch ms: MP3 of that time has no place. The last of them
   * only; absent from recordings of before it was stored.
   */
  pauses?: { from: number; to: number }[];
  /** `header`: the first four bytes of its first frame. */
  mp3: { connection: string | null; seq: number | null; ms: number; header: number[] | null };
  /**
   * Connections that are complete: what still comes of them is too late; and when their last packet ended, epoch ms. The
   * last of them only.
   */
  done: { name: string; endedAt: number }[];
}

export interface AssembleOptions {
  now: number;
  /** Nothing more is waited for. */
  isFinal: boolean;
  maxPackets: number;
  /** Returns since when this packet of the connection is missing. */
  missingSince: (connection: string, seq: number) => number;
  read: (frame: WaitingFrame) => Uint8Array;
}
