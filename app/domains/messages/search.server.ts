/** Searching one's own messages: each conversation has its own index, beside its words. */
import type { AppContext } from "#app/context.ts";
import { anywhere, wordsOf } from "#db/full-text.ts";
import { listBlockedBy, listConversationIds } from "#db/queries/messages.ts";
import { requireViewer } from "../accounts/guards.ts";
import { requireRate } from "../accounts/rates.server.ts";
import type { FoundMessageView, MessageSearchInput } from "./contract.ts";

/** The newest conversations are asked, so many at once, for so many messages in all. */
const limits = { conversations: 60, atOnce: 15, found: 50, shortest: 2 } as const;
const rate = { max: 60, perMs: 60_000 } as const;

/**
 * Messages in which each word begins a word, newest first; none of those whom the viewer has blocked. Throws
 * `authorization`, `rate-limited`.
 */
export async function searchMessages(
  ctx: AppContext,
  { search }: MessageSearchInput,
): Promise<FoundMessageView[]> {
  const viewer = requireViewer(ctx);
  const words = wordsOf(search);
  if (words.join("").length < limits.shortest) return [];
  await requireRate(ctx, `message-search:${viewer.id}`, rate);
  const ids = await listConversationIds(ctx.db, viewer.id, limits.conversations);
  const blocked = new Set(await listBlockedBy(ctx.db, viewer.id));
  const found: FoundMessageView[] = [];
  for (let from = 0; from < ids.length; from += limits.atOnce) {
    const some = ids.slice(from, from + limits.atOnce);
    const each = await Promise.all(
      some.map((id) => ctx.conversations.of(id).search(viewer.id, anywhere(words))),
    );
    found.push(...each.flat());
  }
  return found
    .filter(({ sender }) => sender === null || !blocked.has(sender.id))
    .toSorted((a, b) => b.timestamp - a.timestamp || b.seq - a.seq)
    .slice(0, limits.found);
}
