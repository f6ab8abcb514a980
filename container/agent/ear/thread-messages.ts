/** Messages of the agent and its ear's thread. */
import type { EarProbed, HeardLine } from "#app/domains/air/media/contract/heard.ts";

/** Messages to the thread. `stream` is the connection of an encoder. */
export type ToEar =
  | { type: "open"; stream: string; ring: SharedArrayBuffer }
  | { type: "close"; stream: string }
  /**
   * References that may be heard on this stream, and those of them that the index of all references says are likely
   * now.
   */
  | { type: "wanted"; stream: string; references: string[]; suspects: string[] }
  /** Adds references, and forgets all that are not in `keep`. Their peaks are in shared memory. */
  | { type: "references"; add: { id: string; peaks: Uint8Array }[]; keep: string[] }
  | { type: "probe"; id: string };

export type FromEar =
  | { type: "heard"; stream: string; lines: HeardLine[] }
  /** The peaks of a minute of sound, heard from then on (epoch ms). */
  | { type: "sound"; stream: string; from: number; peaks: Uint8Array }
  /** The peaks of the last seconds of a stream that has had no name for a minute. */
  | { type: "unnamed"; stream: string; from: number; peaks: Uint8Array }
  /** Sound of a stream that was lost since the last message, because the thread had no time for it. */
  | { type: "lost"; stream: string; lostMs: number }
  /** A stream that was closed: nothing of it follows. */
  | { type: "closed"; stream: string }
  | Omit<EarProbed, "tookMs">;
