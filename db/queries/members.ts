import { and, eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { stageMembers } from "../schema/index.ts";

export async function isStageMember(db: Db, stageId: string, userId: string): Promise<boolean> {
  const pair = and(eq(stageMembers.stageId, stageId), eq(stageMembers.userId, userId));
  return (await db.$count(stageMembers, pair)) > 0;
}
