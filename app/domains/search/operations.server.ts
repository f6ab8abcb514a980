import type { AppContext } from "#app/context.ts";
import { requireViewer } from "../accounts/guards.ts";
import { findPeople } from "../people/lists.server.ts";
import { findTracks } from "../tracks/find.server.ts";
import type { SearchInput, SearchResult } from "./contract.ts";

/**
 * Users, then tracks, whose names hold words that begin so, the likeliest of each first; at most 20 of each. Nobody
 * who has blocked the viewer or whom they have blocked. Throws `authorization`, `rate-limited`.
 */
export async function search(ctx: AppContext, { search: text }: SearchInput): Promise<SearchResult[]> {
  requireViewer(ctx);
  // Looking for people counts against the limit of searches: first, so that what is refused costs nothing.
  const people = await findPeople(ctx, text, "everybody");
  const tracks = await findTracks(ctx, text);
  return [
    ...people.map((person) => ({ kind: "user" as const, ...person })),
    ...tracks.map((track) => ({ kind: "track" as const, ...track })),
  ];
}
