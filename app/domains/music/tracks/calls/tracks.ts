import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import type { PersonInput, PersonPageInput } from "#app/domains/people/people/contract/relations.ts";
import type { CursorInput } from "#app/paging.ts";
import {
  type FavoritedInput,
  type FavoriteInput,
  FavoritePage,
  FavoriteView,
  PlayPage,
  PlayView,
} from "../contract/tracks.ts";

export const listLatestTracksCall = defineCall("GET", "/tracks/latest", {
  who: "user",
  answer: z.array(PlayView),
});

export const listPersonPlaysCall = defineCall("POST", "/trackHistory/getLatestProfileTracks", {
  who: "user",
  input: takes<typeof PersonInput>(),
  answer: z.array(PlayView),
});

export const openPersonPlaysCall = defineCall("POST", "/trackHistory/getLatestProfileTracksPaginate", {
  who: "user",
  input: takes<typeof PersonPageInput>(),
  answer: PlayPage,
});

export const favoriteCall = defineCall("POST", "/favorites/favorite", {
  who: "user",
  rate: "often",
  input: takes<typeof FavoriteInput>(),
  answer: FavoriteView,
});

export const unfavoriteCall = defineCall("POST", "/favorites/unfavorite", {
  who: "user",
  rate: "often",
  input: takes<typeof FavoriteInput>(),
  answer: FavoriteView,
});

export const listFavoritesCall = defineCall("GET", "/favorites/getFavorites", {
  who: "user",
  answer: z.array(FavoriteView),
});

export const listFavoritedCall = defineCall("POST", "/favorites/getFavorited", {
  who: "user",
  input: takes<typeof FavoritedInput>(),
  answer: z.array(z.string()),
});

export const openFavoritesCall = defineCall("POST", "/favorites/getFavoritesPaginate", {
  who: "user",
  input: takes<typeof CursorInput>(),
  answer: FavoritePage,
});

export const listLatestFavoritesCall = defineCall("POST", "/favorites/getLatestFavorites", {
  who: "user",
  input: takes<typeof PersonInput>(),
  answer: z.array(FavoriteView),
});
