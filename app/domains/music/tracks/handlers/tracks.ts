import { listRoomTracksCall } from "#app/domains/air/stages/calls/tracks.ts";
import { StageInput } from "#app/domains/air/stages/contract/stages.ts";
import { listRoomTracks } from "#app/domains/air/stages/list-stages.server.ts";
import { PersonInput, PersonPageInput } from "#app/domains/people/people/contract/relations.ts";
import { CursorInput } from "#app/paging.ts";
import { type Served, serve } from "#workers/api/serve.ts";
import { openArtistCall, openLabelCall, openTrackCall } from "../calls/records.ts";
import {
  favoriteCall,
  listFavoritedCall,
  listFavoritesCall,
  listLatestFavoritesCall,
  listLatestTracksCall,
  listPersonPlaysCall,
  openFavoritesCall,
  openPersonPlaysCall,
  unfavoriteCall,
} from "../calls/tracks.ts";
import { ArtistInput, LabelInput, TrackInput } from "../contract/records.ts";
import { FavoritedInput, FavoriteInput } from "../contract/tracks.ts";
import {
  favorite,
  listFavorited,
  listFavorites,
  listLatestFavorites,
  openFavorites,
  unfavorite,
} from "../favorites.server.ts";
import { listLatestTracks, listPersonPlays, openPersonPlays } from "../list-plays.server.ts";
import { openArtist, openLabel, openTrack } from "../records.server.ts";

export const tracks: readonly Served[] = [
  serve(listLatestTracksCall, { summary: "The latest plays anywhere.", run: listLatestTracks }),
  serve(listRoomTracksCall, {
    summary: "The latest plays on a stage.",
    input: StageInput,
    run: listRoomTracks,
  }),
  serve(listPersonPlaysCall, {
    summary: "The latest plays of a person.",
    input: PersonInput,
    run: (ctx, input) => listPersonPlays(ctx, input.user),
  }),
  serve(openPersonPlaysCall, {
    summary: "One page of a person's plays.",
    input: PersonPageInput,
    run: openPersonPlays,
  }),
  serve(favoriteCall, {
    summary: "Favorite a track; the audible play gets the credit.",
    input: FavoriteInput,
    run: favorite,
  }),
  serve(unfavoriteCall, { summary: "Unfavorite a track.", input: FavoriteInput, run: unfavorite }),
  serve(listFavoritesCall, { summary: "The newest favorites of the signed-in user.", run: listFavorites }),
  serve(listFavoritedCall, {
    summary: "Which of these tracks are favorites of the signed-in user.",
    input: FavoritedInput,
    run: listFavorited,
  }),
  serve(openFavoritesCall, {
    summary: "One page of the signed-in user's favorites.",
    input: CursorInput,
    run: openFavorites,
  }),
  serve(listLatestFavoritesCall, {
    summary: "A person's latest favorites.",
    input: PersonInput,
    run: (ctx, input) => listLatestFavorites(ctx, input.user),
  }),
  serve(openTrackCall, {
    summary: "A song with its artists, its counts and its latest plays.",
    input: TrackInput,
    run: openTrack,
  }),
  serve(openArtistCall, {
    summary: "An artist, by id or name, with their songs.",
    input: ArtistInput,
    run: openArtist,
  }),
  serve(openLabelCall, {
    summary: "A label with its songs and the label that it belongs to.",
    input: LabelInput,
    run: openLabel,
  }),
];
