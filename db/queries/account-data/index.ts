/** All that D1 has about one account, for its owner to take along. */
import { eq } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { chatPlaces } from "../../schema/index.ts";
import { accountSections } from "./account.ts";
import { activitySections } from "./activity.ts";
import { conversationSections } from "./conversations.ts";
import type { DataSection } from "./page.ts";

export { findAccountData } from "./account.ts";
export { type DataSection, pageSize } from "./page.ts";

export const dataSections: readonly DataSection[] = [
  ...accountSections,
  ...activitySections,
  ...conversationSections,
];

/** Columns with an account's id that no section reads, and why. */
export const notExported: Readonly<Record<string, string>> = {
  "toggle_settings.user_id": "read with the account itself",
  "mail_tokens.user_id": "hashes of links that were mailed: whoever had one could use it",
  "recovery_codes.user_id": "hashes of secrets; their owner has the codes",
  "temporary_referrals.user_id": "where a stranger came from who has not registered yet",
  "blocks.blocked_id": "whom others have blocked is theirs to tell",
  "reports.offender_id": "what others have reported is theirs, and the operators'",
  "sets.changed_by": "read as the entries of the stages' logs",
  "favorites.performer_id": "other people's favorites; the account has their number",
  "cheers.performer_id": "other people's cheers; the account has their number",
  "listens.performer_id": "other people's listens; the account has their number",
  "award_reviews.user_id":
    "that the rules of awards are still to be asked about them; the awards are exported",
  "chat_places.user_id": "read as messages from the rooms it names",
  "conversations.last_user_id": "read with the messages, from the conversations themselves",
  "untold_notices.user_id": "notices on their way to the inbox, for minutes; those in it are exported",
  "untold_notices.about_id": "other people's notices; what they are of is exported where it stands",
  "erasures.user_id": "there while a deleted account is being erased",
};

/** Where something of the account is kept outside D1. */
export async function listChatPlaces(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ room: chatPlaces.room })
    .from(chatPlaces)
    .where(eq(chatPlaces.userId, userId));
  return rows.map(({ room }) => room);
}
