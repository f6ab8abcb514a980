import type { AppContext } from "#app/context.ts";
import { findPeople, requireSearchRate } from "../people/lists.server.ts";
import { findSets } from "../sets/find.server.ts";
import { findGenres, findStages } from "../stages/find.server.ts";
import { findTracks } from "../tracks/find.server.ts";
import { FoundSet, type SearchInput, type SearchKind, type SearchResult } from "./contract.ts";

/** Without a kind, the answer has the kinds that there were first. */
const kindsUnasked: readonly SearchKind[] = ["user", "track"];

/**
 * What is called by words that begin so, the likeliest of each kind first, at most 20 of it: users, tracks, stages,
 * sets, genres, as far as they are asked for. No one who has blocked the viewer or whom they have blocked, and no sets
 * of theirs. Throws `authorization`, `rate-limited`.
 */
export async function search(ctx: AppContext, { search: text, kinds }: SearchInput): Promise<SearchResult[]> {
  // First, so that what is refused costs nothing.
  await requireSearchRate(ctx, text);
  const wanted = new Set<SearchKind>(kinds ?? kindsUnasked);
  const found = <View>(kind: SearchKind, find: (ctx: AppContext, text: string) => Promise<View[]>) =>
    wanted.has(kind) ? find(ctx, text) : [];
  const [people, tracks, stages, sets, genres] = await Promise.all([
    found("user", (_, name) => findPeople(ctx, name, "everybody")),
    found("track", findTracks),
    found("stage", findStages),
    found("set", findSets),
    found("genre", findGenres),
  ]);
  return [
    ...people.map((person) => ({ kind: "user" as const, ...person })),
    ...tracks.map((track) => ({ kind: "track" as const, ...track })),
    ...stages.map((stage) => ({ kind: "stage" as const, ...stage })),
    ...sets.map((set) => FoundSet.parse({ kind: "set", ...set })),
    ...genres.map(({ key, ...genre }) => ({ kind: "genre" as const, id: key, _id: key, ...genre })),
  ];
}
