/** Tracks that were only named in a tracklist: deleted when nothing names them any more, and stored again on demand. */
import type { AppContext } from "#app/context.ts";
import type { Write } from "#db/client.ts";
import { deriveTracklist } from "./derive.ts";
import type { EvidenceRow } from "./evidence.ts";
import { isOthersName } from "./others-names.ts";
import { nameTrack } from "./publish.server.ts";
import { linkEvidence, listEvidence, type PerformanceRow } from "./queries/tracklists.ts";
import { deleteUnusedTracks } from "./queries/unused-tracks.ts";

/** A request stores no more. */
const maxAgain = 100;

const isSaidByPerson = (row: EvidenceRow) =>
  (row.kind !== "ear" && row.kind !== "encoder") || isOthersName(row);

/** Deletes tracks that people have named in this performance, and that no line and no suggestion has any more. */
export async function removeUnusedTracks(
  { db }: Pick<AppContext, "db">,
  performance: PerformanceRow,
): Promise<void> {
  const rows = await listEvidence(db, performance.id);
  const used = new Set(
    deriveTracklist(rows, performance).flatMap((line) => [
      line.trackId,
      ...line.suggestions.map(({ trackId }) => trackId),
    ]),
  );
  const said = rows.flatMap((row) => (isSaidByPerson(row) ? (row.trackId ?? []) : []));
  await deleteUnusedTracks(
    db,
    [...new Set(said)].filter((trackId) => !used.has(trackId)),
  );
}

/** The writes by which rows whose track was deleted have it again: a correction that is taken back may need it. */
export async function storeAgain(
  ctx: Pick<AppContext, "clock" | "db" | "ids">,
  stored: readonly EvidenceRow[],
): Promise<Write[]> {
  const lost = stored.filter(
    (row) => row.trackId === null && row.title + row.artist !== "" && isSaidByPerson(row),
  );
  const writes: Write[] = [];
  for (const { id, artist, title } of lost.slice(-maxAgain)) {
    const track = await nameTrack(ctx, artist, title);
    if (track !== null) writes.push(...track.writes, linkEvidence(ctx.db, id, track.id));
  }
  return writes;
}
