/** Searches one's own messages: each conversation has its own index, stored with its messages. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { requireRate } from "#app/domains/people/accounts/rates.server.ts";
import { matchWords, wordsOf } from "#db/full-text.ts";
import type { FoundMessageView, MessageSearchInput } from "./contract.ts";
import { listBlockedBy, listConversations } from "./queries/messages.ts";

/**
 * Maximum number of conversations searched for one page of messages, and in parallel. A request may make a thousand
 * platform calls: for a user with more conversations the oldest are not searched.
 */
const limits = { conversations: 900, atOnce: 30, page: 50, shortest: 2 } as const;
const rate = { max: 60, perMs: 60_000 } as const;

/**
 * Messages in which each word of the text is the start of a word, newest first, one page; none of those whom the viewer
 * has blocked. Throws `authorization`, `rate-limited`.
 */
export async function searchMessages(
  ctx: AppContext,
  { search, dateCursor, idCursor }: MessageSearchInput,
): Promise<FoundMessageView[]> {
  const viewer = requireViewer(ctx);
  const words = wordsOf(search);
  if (words.join("").length < limits.shortest) return [];
  await requireRate(ctx, `message-search:${viewer.id}`, rate);
  const conversations = await listConversations(ctx.db, viewer.id, limits.conversations);
  const wanted = {
    query: matchWords(words),
    before: dateCursor == null ? null : { at: dateCursor, id: idCursor ?? "" },
    exceptFrom: await listBlockedBy(ctx.db, viewer.id),
  };
  let found: FoundMessageView[] = [];
  for (let from = 0; from < conversations.length; from += limits.atOnce) {
    const some = conversations.slice(from, from + limits.atOnce);
    // The last message of a full page is newer than any in conversations without activity since.
    const last = found[limits.page - 1];
    if (last !== undefined && some.every(({ movedAt }) => movedAt < last.timestamp)) break;
    const each = await Promise.all(some.map(({ id }) => ctx.conversations.of(id).search(viewer.id, wanted)));
    found = [...found, ...each.flat()].toSorted(newestFirst).slice(0, limits.page);
  }
  return found;
}

function newestFirst(a: FoundMessageView, b: FoundMessageView): number {
  return b.timestamp - a.timestamp || (a.id < b.id ? 1 : -1);
}
