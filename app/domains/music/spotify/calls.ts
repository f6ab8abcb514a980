import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import { type RefreshSpotifyInput, type SpotifyLogInQuery, SpotifyTokensView } from "./contract.ts";

/** The call for a popup. Redirects to Spotify, which returns here, and then to the page that tells the opener. */
export const logInToSpotifyCall = defineCall("GET", "/spotify/login", {
  who: "public",
  input: takes<typeof SpotifyLogInQuery>(),
  answer: z.string(),
});

export const refreshSpotifyCall = defineCall("POST", "/spotify/refresh", {
  who: "user",
  input: takes<typeof RefreshSpotifyInput>(),
  answer: SpotifyTokensView,
});
