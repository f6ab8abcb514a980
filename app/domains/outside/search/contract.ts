import * as z from "zod/mini";
import { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { TrackView } from "#app/domains/music/tracks/contract/tracks.ts";
import { FoundPersonView } from "#app/domains/people/people/contract/relations.ts";

const Kind = z.enum(["user", "track", "stage", "set", "genre"]);
export type SearchKind = z.infer<typeof Kind>;

/** Starts of words of a name, a title, an artist, a place or a tag; empty finds nothing. */
export const SearchInput = z.object({
  search: z.string().check(z.maxLength(100)),
  /** Kinds to look for; users and tracks where they are left out. */
  kinds: z.nullish(z.array(Kind).check(z.minLength(1), z.maxLength(5))),
});
export type SearchInput = z.infer<typeof SearchInput>;

export const FoundUser = z.object({ kind: z.literal("user"), ...FoundPersonView.shape });
export type FoundUser = z.infer<typeof FoundUser>;
export const FoundTrack = z.object({ kind: z.literal("track"), ...TrackView.shape });
export type FoundTrack = z.infer<typeof FoundTrack>;
export const FoundStage = z.object({ kind: z.literal("stage"), ...StageView.shape });
export type FoundStage = z.infer<typeof FoundStage>;
/** A set without its numbers, which its performer may hide. */
const SetCard = z.omit(SetView, {
  peakListeners: true,
  totalFavorites: true,
  totalCheers: true,
  totalTips: true,
});
export const FoundSet = z.object({ kind: z.literal("set"), ...SetCard.shape });
export type FoundSet = z.infer<typeof FoundSet>;
/** Its stages are listed at `/genres/{id}`. */
export const FoundGenre = z.object({
  kind: z.literal("genre"),
  id: z.string(),
  _id: z.string(),
  name: z.string(),
  stageCount: z.number(),
});
export type FoundGenre = z.infer<typeof FoundGenre>;

export const SearchResult = z.discriminatedUnion("kind", [
  FoundUser,
  FoundTrack,
  FoundStage,
  FoundSet,
  FoundGenre,
]);
export type SearchResult = z.infer<typeof SearchResult>;
