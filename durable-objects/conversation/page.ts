import { messageLimits } from "#app/domains/air/messages/contract.ts";
import type { StoredMessage } from "#app/domains/air/messages/views.ts";
import { pageOf } from "#app/paging.ts";
import type { History } from "./history.ts";
import type { Member } from "./members.ts";

/** A page of what this participant may see, newest first; its cursor is the position of its last message. */
export function messagePage(
  history: History,
  { after }: Pick<Member, "after">,
  before: number | null,
): { items: StoredMessage[]; dateCursor: number | null; idCursor: string } {
  const rows = history.page(after, before, messageLimits.page + 1);
  return pageOf(rows, messageLimits.page, ({ at, seq }) => ({ date: at, id: String(seq) }));
}

/** The people named on such a page. */
export function namedOn(history: History, before: number | null): string[] {
  const { items } = messagePage(history, { after: 0 }, before);
  return items.flatMap(({ senderId, aboutId }) => [senderId, aboutId]).filter((id) => id !== null);
}
