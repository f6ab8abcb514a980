import { ulid } from "ulidx";
import { identifyTrack, identityVersion } from "#app/domains/music/tracks/identity.ts";
import { listTracksKeyedBefore, rekeyTrack } from "#app/domains/music/tracks/queries/tracks.ts";
import { openDb } from "#db/client.ts";
import { createLog } from "../log.ts";

/** Two queries for each; D1 allows a thousand per run. */
const atOnce = 400;

/**
 * Gives tracks that were stored under an older identity rule the key of the present one, credits their artists, and
 * merges those that turn out to be the same. Failures are retried by the next run.
 */
export async function unifyTracks(env: Env): Promise<void> {
  const db = openDb(env.DB);
  const log = createLog({ job: "unify-tracks" });
  const counts = { kept: 0, merged: 0, failed: 0 };
  const rows = await listTracksKeyedBefore(db, identityVersion, atOnce);
  // In sequence: two of them may be the same track.
  for (const { id, artist, title } of rows) {
    const track = identifyTrack(artist, title);
    const now = Date.now();
    const artists = track.artists.map((each) => ({ ...each, id: ulid(now), createdAt: now }));
    try {
      const { key, title: shown } = track;
      const done = await rekeyTrack(db, { id, key, keyVersion: identityVersion, title: shown }, artists);
      counts[done] += 1;
    } catch (error) {
      counts.failed += 1;
      log.warn("track-not-keyed", { track: id, reason: String(error) });
    }
  }
  if (rows.length > 0) log.info("tracks-keyed", counts);
}
