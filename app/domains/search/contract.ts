import * as z from "zod/mini";
import { PersonCard } from "../people/contract/relations.ts";
import { TrackView } from "../tracks/contract.ts";

/** Any part of a name, a title or an artist; empty finds nothing. */
export const SearchInput = z.object({ search: z.string().check(z.maxLength(100)) });
export type SearchInput = z.infer<typeof SearchInput>;

export const FoundUser = z.object({ kind: z.literal("user"), ...PersonCard.shape });
export type FoundUser = z.infer<typeof FoundUser>;
export const FoundTrack = z.object({ kind: z.literal("track"), ...TrackView.shape });
export type FoundTrack = z.infer<typeof FoundTrack>;

export const SearchResult = z.discriminatedUnion("kind", [FoundUser, FoundTrack]);
export type SearchResult = z.infer<typeof SearchResult>;
