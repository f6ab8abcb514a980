/** The performer's own word about a performance, apart from what managers of its stage say. Pure. */
import { standingRows } from "./claims.ts";
import type { EvidenceRow } from "./evidence.ts";

/**
 * Rows without those of managers, except what they have said of a line before the performer said something of it: that
 * was about the line as it is shown. From these follows what is the performer's word beyond this tracklist.
 */
export function performersRows(rows: readonly EvidenceRow[]): EvidenceRow[] {
  const standing = standingRows(rows);
  const places = new Map(standing.map(({ id }, place) => [id, place]));
  const taken = new Map(
    standing.flatMap(({ kind, act, line, details }, place) =>
      kind === "performer" && act !== "heard" && act !== "describe"
        ? [line, details.into].map((about) => [about, place] as const)
        : [],
    ),
  );
  const isTakenUp = ({ id, line, details }: EvidenceRow) => {
    const place = places.get(id) ?? Number.MAX_SAFE_INTEGER;
    return [id, line, details.into].some(
      (about) => about !== null && about !== undefined && place < (taken.get(about) ?? -1),
    );
  };
  return rows.filter((row) => row.kind !== "manager" || row.act === "retract" || isTakenUp(row));
}
