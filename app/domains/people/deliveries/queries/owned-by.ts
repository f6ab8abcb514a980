import { eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** A person or a stage, as whose posts and webhooks something is sent. */
export type OwnerPath = `user/${string}` | `stage/${string}`;

/** Returns the owner of a row with these two columns, of which one is null. */
export const ownerOf = ({ userId, stageId }: { userId: string | null; stageId: string | null }): OwnerPath =>
  stageId === null ? `user/${userId}` : `stage/${stageId}`;

/** Whether a row with these two columns, of which one is null, belongs to this owner. */
export function isOwnedBy(table: { userId: SQLiteColumn; stageId: SQLiteColumn }, owner: OwnerPath): SQL {
  const [kind, id = ""] = owner.split("/", 2);
  return eq(kind === "user" ? table.userId : table.stageId, id);
}
