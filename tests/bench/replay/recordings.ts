/** Recordings on a running copy. */
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "#tests/fixtures/database.ts";
import type { CueInstance } from "#tests/fixtures/instance.ts";

const onAirWithinMs = 90_000;

/** The id of the broadcast that is on air, or of this performer's, once it is in the database. */
export async function broadcastOnAir(cue: CueInstance, performerId: string | null = null): Promise<string> {
  for (const end = Date.now() + onAirWithinMs; Date.now() < end; await sleep(200)) {
    const database = openDatabase(cue);
    const row = database
      .prepare("select id from broadcasts where ended_at is null and (?1 is null or performer_id = ?1)")
      .get(performerId);
    database.close();
    if (row !== undefined) return String(row["id"]);
  }
  throw new Error("No broadcast went on air.");
}
