/** People who want to be told of an event: a cheap answer for most, who have neither posts nor webhooks. */
import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { postTargets, webhooks } from "#db/schema/index.ts";
import { isOwnedBy, type OwnerPath } from "./owned-by.ts";

const wants = (event: string): SQL =>
  sql`exists (select 1 from json_each(${webhooks.events}) where value = ${event})`;

/** It is switched on, and has answered the challenge. */
const isCalled = and(isNull(webhooks.disabledAt), isNull(webhooks.unconfirmedSince));

/** The settings of a target that ask for an event; the others are for webhooks alone. */
const postSwitches = {
  live: postTargets.onLive,
  booked: postTargets.onBooking,
  ended: postTargets.isEditedAtEnd,
};

/** Whether a post or a webhook of this owner asks for events of this kind; `name`: how webhooks call it. */
export async function isEventAsked(
  db: Db,
  owner: OwnerPath,
  { kind, name }: { kind: string; name: string },
): Promise<boolean> {
  const hook = db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(isOwnedBy(webhooks, owner), isCalled, wants(name)))
    .limit(1);
  if (!(kind in postSwitches)) return (await hook).length > 0;
  const isOn = postSwitches[kind as keyof typeof postSwitches];
  const target = db
    .select({ id: postTargets.id })
    .from(postTargets)
    .where(and(isOwnedBy(postTargets, owner), isNull(postTargets.refusedAt), eq(isOn, true)))
    .limit(1);
  const found = await db.batch([hook, target]);
  return found.some((rows) => rows.length > 0);
}

/** Those of a stage and of these performers who have a webhook that asks for each event of this name. */
export async function listWebhookAskers(
  db: Db,
  { stageId, userIds, name }: { stageId: string | null; userIds: readonly string[]; name: string },
): Promise<OwnerPath[]> {
  const isOfStage = eq(webhooks.stageId, stageId ?? "");
  const isOfPerformer = inArray(
    webhooks.userId,
    sql`(select value from json_each(${JSON.stringify(userIds)}))`,
  );
  const rows = await db
    .select({ userId: webhooks.userId, stageId: webhooks.stageId })
    .from(webhooks)
    .where(and(or(isOfStage, isOfPerformer), isCalled, wants(name)));
  const owners = rows.map(
    ({ userId, stageId: of }): OwnerPath => (userId !== null ? `user/${userId}` : `stage/${of ?? ""}`),
  );
  return [...new Set(owners)];
}
