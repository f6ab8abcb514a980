import { and, eq, ne } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { replays, users } from "#db/schema/index.ts";

/**
 * Whether nothing else of this performer was recorded before, and others may hear what is: who keeps replays to
 * themselves has chosen that.
 */
export async function isFirstRecording(
  db: Db,
  { performance, performerId }: { performance: string; performerId: string },
): Promise<boolean> {
  const [earlier, performer] = await db.batch([
    db
      .select({ id: replays.id })
      .from(replays)
      .where(
        and(
          eq(replays.performerId, performerId),
          ne(replays.performance, performance),
          ne(replays.status, "planned"),
        ),
      )
      .limit(1),
    db.select({ visibility: users.replayVisibility }).from(users).where(eq(users.id, performerId)),
  ]);
  const visibility = performer[0]?.visibility;
  return earlier.length === 0 && (visibility === "day" || visibility === "always");
}
