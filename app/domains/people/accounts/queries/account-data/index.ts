/** All that D1 has about one account, for the download of its owner. */
import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { chatPlaces } from "#db/schema/index.ts";
import { accountSections } from "./account.ts";
import { activitySections } from "./activity.ts";
import { conversationSections } from "./conversations.ts";
import type { DataSection } from "./section.ts";
import { tokenSections } from "./tokens.ts";

export { findAccountData } from "./account.ts";
export { type DataSection, pageSize } from "./section.ts";

export const dataSections: readonly DataSection[] = [
  ...accountSections,
  ...activitySections,
  ...conversationSections,
  ...tokenSections,
];

/** Columns with an account's id that no section reads, with the reason. */
export const notExported: Readonly<Record<string, string>> = {
  "toggle_settings.user_id": "read with the account itself",
  "mail_tokens.user_id": "hashes of links in mails, which would let anyone in who has the link",
  "recovery_codes.user_id": "hashes of secrets; their owner has the codes",
  "temporary_referrals.user_id": "belongs to a visitor who has not registered yet",
  "blocks.blocked_id": "who blocked the account is private to those people",
  "reports.offender_id": "reports by others are private to them and to operators",
  "sets.changed_by": "read as the entries of the stages' logs",
  "favorites.performer_id": "other people's favorites; the account has the count",
  "cheers.performer_id": "other people's cheers; the account has the count",
  "listens.performer_id": "other people's listens; the account has the count",
  "award_reviews.user_id":
    "says only that the account waits for a review of its awards; the awards are exported",
  "token_reviews.user_id":
    "says only that the account waits for a review of its claims; the claims are exported",
  "chat_places.user_id": "read as messages from the rooms it names",
  "conversations.last_user_id": "read with the messages, from the conversations themselves",
  "untold_notices.user_id": "notices that reach the inbox within minutes; those in the inbox are exported",
  "untold_notices.about_id": "other people's notices; what they are about is exported in its own list",
  "erasures.user_id": "exists only while a deleted account is being erased",
};

/** Returns the rooms and conversations that hold messages of the account, outside D1. */
export async function listChatPlaces(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ room: chatPlaces.room })
    .from(chatPlaces)
    .where(eq(chatPlaces.userId, userId));
  return rows.map(({ room }) => room);
}
