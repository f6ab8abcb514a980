import { and, eq, isNull, ne } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { ingestCredentials, users } from "#db/schema/index.ts";

/** The facts that decide whether an encoder may connect: its credential and its owner (of a stage: null). */
export async function findIngestCredential(db: Db, mount: string) {
  const [row] = await db
    .select({
      mount: ingestCredentials.mount,
      password: ingestCredentials.password,
      kind: ingestCredentials.kind,
      ownerId: ingestCredentials.ownerId,
      streamId: ingestCredentials.streamId,
      expiresAt: ingestCredentials.expiresAt,
      completedAt: ingestCredentials.completedAt,
      isPerformer: users.isPerformer,
      bannedAt: users.bannedAt,
      profileOnConnect: users.profileOnConnect,
    })
    .from(ingestCredentials)
    .leftJoin(users, and(ne(ingestCredentials.kind, "stage"), eq(users.id, ingestCredentials.ownerId)))
    .where(eq(ingestCredentials.mount, mount));
  return row;
}

/** The write that records a passed test, for an outbox: the first time is kept. */
export function completeTestStatement(db: Db, mount: string, completedAt: number) {
  return db
    .update(ingestCredentials)
    .set({ completedAt })
    .where(and(eq(ingestCredentials.mount, mount), isNull(ingestCredentials.completedAt)))
    .toSQL();
}
