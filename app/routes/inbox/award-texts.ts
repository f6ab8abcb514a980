/** The titles of server messages. Pure. */
import type { ServerMessageView } from "#app/domains/value/announcements/contract.ts";
import { awardTexts } from "#app/domains/value/awards/wording.ts";

/** The title of a server message in the list. */
export function serverTitle({ award }: Pick<ServerMessageView, "award">, isDj: boolean): string {
  return award === null ? "Announcement" : awardTexts(award, isDj).title;
}
