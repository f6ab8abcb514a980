import type { AppContext } from "#app/context.ts";
import { findSets } from "#app/domains/air/sets/find.server.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { findGenres, findStages } from "#app/domains/air/stages/find.server.ts";
import { type CountedGenre, countGenres, genresOf } from "#app/domains/air/stages/genres.ts";
import { listStages } from "#app/domains/air/stages/list-stages.server.ts";
import { findTracks } from "#app/domains/music/tracks/find.server.ts";
import { findPeople, requireSearchRate } from "#app/domains/people/people/lists.server.ts";
import { FoundSet, type SearchInput, type SearchKind, type SearchResult } from "./contract.ts";

/** Kinds of a response to a request without any: those that existed first. */
const kindsUnasked: readonly SearchKind[] = ["user", "track"];

/**
 * Users (by their names, place and tags), tracks, stages, sets (by name and tags) and genres whose words start with the
 * typed ones, the best matches of each kind first, at most 20 of each, as far as they are requested. Without anyone who
 * has blocked the viewer or whom they have blocked, and their sets. Throws `authorization`, `rate-limited`.
 */
export async function search(ctx: AppContext, { search: text, kinds }: SearchInput): Promise<SearchResult[]> {
  // First, so that a refused request costs nothing.
  await requireSearchRate(ctx, text);
  const wanted = new Set<SearchKind>(kinds ?? kindsUnasked);
  const found = <View>(kind: SearchKind, find: (ctx: AppContext, text: string) => Promise<View[]>) =>
    wanted.has(kind) ? find(ctx, text) : [];
  const [people, tracks, stages, sets, genres] = await Promise.all([
    found("user", findPeople),
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

const maxStagesAtStart = 6;
const maxGenresAtStart = 12;

/** Returns the search page before anything is typed: the first stages of the home page, and the genres of all. */
export async function openSearchStart(
  ctx: AppContext,
): Promise<{ stages: StageView[]; genres: CountedGenre[] }> {
  const stages = await listStages(ctx);
  const genres = countGenres(stages.map(({ genre }) => genresOf(genre)));
  return { stages: stages.slice(0, maxStagesAtStart), genres: genres.slice(0, maxGenresAtStart) };
}
