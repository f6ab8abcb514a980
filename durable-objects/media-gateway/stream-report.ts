import type { StreamReport } from "../contract.ts";
import { type Encoder, noEncoder } from "./encoder.ts";
import type { StreamRow } from "./ledger.ts";

/** What rooms are told of a stream; `heard` is the encoder that speaks for it, if there is any. */
export function toStreamReport(row: StreamRow, heard: Encoder | undefined, fence: number): StreamReport {
  const isOffAir = row.kind === "performer" && row.isChecked;
  const encoder = (isOffAir ? undefined : heard) ?? noEncoder;
  const { state, connection, firstAudioAt, disconnectedAt, title, level, silentSince } = encoder;
  return {
    state,
    connection,
    // Whoever stayed connected through a sound check goes live with its end, and not since they connected.
    connectedAt: encoder.connectedAt && Math.max(encoder.connectedAt, row.checkedUntil ?? 0),
    firstAudioAt,
    disconnectedAt,
    title,
    level,
    silentSince,
    stream: row.stream,
    ownerKind: row.kind === "stage" ? "stage" : "performer",
    ownerId: row.ownerId,
    claimedBy: row.claimedBy,
    isOffAir,
    fence,
    version: row.version,
  };
}
