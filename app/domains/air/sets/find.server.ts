import type { AppContext } from "#app/context.ts";
import { searchSets } from "#app/domains/outside/search/queries/search.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { wordsOf } from "#db/full-text.ts";
import type { SetView } from "../schedule/contract/sets.ts";
import { presentSets } from "../schedule/present.server.ts";
import { listSetsById } from "./queries/sets.ts";

const maxFound = 20;

/**
 * Sets in whose name or tags each word of `text` is the start of a word, still to come or played on air, the nearest one of a
 * series; at most 20, the best matches first. None of performers whom the viewer has blocked or who have blocked them.
 */
export async function findSets(ctx: AppContext, text: string): Promise<SetView[]> {
  const viewer = requireViewer(ctx);
  const words = wordsOf(text.toLowerCase());
  if (words.length === 0) return [];
  const now = ctx.clock.now();
  const ids = await searchSets(ctx.db, { words, limit: maxFound, viewerId: viewer.id, now });
  const rows = new Map((await listSetsById(ctx.db, ids)).map((row) => [row.id, row]));
  return presentSets(
    ctx,
    ids.flatMap((id) => rows.get(id) ?? []),
  );
}
