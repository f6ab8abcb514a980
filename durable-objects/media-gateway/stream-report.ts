import type { EncoderRecord } from "#app/domains/air/media/encoder-record.ts";
import { isHeld } from "#app/domains/air/media/standby.ts";
import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import { noEncoder } from "./encoder.ts";
import type { StreamRow } from "./stream-row.ts";

/**
 * The reader of a report. A profile must not learn of a stream that only its performer may hear; a stage must be ready
 * for it.
 */
export type ReportReader = "stage" | "profile";

/** The report of a stream for rooms; `present` is its encoder, if there is one. */
export function toStreamReport(
  row: StreamRow,
  present: EncoderRecord | undefined,
  fence: number,
  to: ReportReader,
): StreamReport {
  const isOffAir = row.kind === "performer" && (row.isChecked || isKeptFrom(row, present, to));
  const encoder = (isOffAir ? undefined : present) ?? noEncoder;
  const { state, connection, firstAudioAt, disconnectedAt, title, level, silentSince, heard } = encoder;
  return {
    state,
    connection,
    // An encoder that stayed connected through a sound check or standby goes live at its end, not when it connected.
    connectedAt:
      encoder.connectedAt && Math.max(encoder.connectedAt, row.checkedUntil ?? 0, row.openedAt ?? 0),
    firstAudioAt,
    disconnectedAt,
    title: title !== null && title.at <= (row.titlesEndedAt ?? 0) ? null : title,
    level,
    silentSince,
    ...(heard !== undefined && { heard }),
    stream: row.stream,
    ownerKind: row.kind === "stage" ? "stage" : "performer",
    ownerId: row.ownerId,
    claimedBy: row.claimedBy,
    isOffAir,
    fence,
    version: row.version,
  };
}

/**
 * True on standby, or while that is not decided yet. A stage is notified of a performer who waits for it, but not of
 * one who has ended their set.
 */
function isKeptFrom(row: StreamRow, heard: EncoderRecord | undefined, to: ReportReader): boolean {
  if (to === "stage") return row.place === "ended";
  const isDecided = heard === undefined || heard.state === "down" || heard.connection === row.placed;
  return isHeldRow(row) || (!isDecided && row.announced < row.changes);
}

/** Heard by its performer alone, until a stage takes it. */
export const isHeldRow = ({ place }: Pick<StreamRow, "place">): boolean =>
  isHeld(place === null ? null : { place });
