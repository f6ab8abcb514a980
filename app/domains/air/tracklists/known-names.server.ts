import type { AppContext } from "#app/context.ts";
import type { KnownNamesView, TracklistInput } from "./contract/tracklists.ts";
import { requireOwnPerformance } from "./performance.server.ts";
import { listCrateNames, listPlayedNames } from "./queries/tracklists.ts";

/** More than anyone reads through; typing finds one among them. */
const maxPlayed = 1_000;
const maxInCrate = 2_000;

/**
 * Names for the lines of a tracklist, each once. A crate is private, and so is what is hidden: managers get neither.
 * Throws `not-found` for everyone who may not correct it.
 */
export async function listKnownNames(ctx: AppContext, input: TracklistInput): Promise<KnownNamesView> {
  const { performance, role } = await requireOwnPerformance(ctx, input.set);
  const { performerId } = performance;
  const isOwn = role === "performer";
  const now = isOwn ? Number.MAX_SAFE_INTEGER : ctx.clock.now();
  const [played, crate] = await Promise.all([
    listPlayedNames(ctx.db, { performerId, now, limit: maxPlayed }),
    isOwn ? listCrateNames(ctx.db, { ownerId: performerId, limit: maxInCrate }) : [],
  ]);
  const names = [...played, ...crate.map(({ artists, title }) => ({ artist: artists.join(", "), title }))];
  const once = new Map(names.map((name) => [`${name.artist}\n${name.title}`.toLowerCase(), name]));
  return { names: [...once.values()] };
}
