/** What server messages are called. Pure. */
import type { ServerMessageView } from "#app/domains/announcements/contract.ts";
import { awardWords } from "#app/domains/awards/wording.ts";

/** How a server message is called in the list. */
export function serverTitle({ award }: Pick<ServerMessageView, "award">, isDj: boolean): string {
  return award === null ? "Announcement" : awardWords(award, isDj).title;
}
