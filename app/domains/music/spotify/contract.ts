import * as z from "zod/mini";

/** Opened in a popup to begin; then Spotify returns here with what it adds. */
export const SpotifyLogInQuery = z.object({
  popup: z.optional(z.string().check(z.maxLength(10))),
  code: z.optional(z.string().check(z.maxLength(2_000))),
  state: z.optional(z.string().check(z.maxLength(200))),
  error: z.optional(z.string().check(z.maxLength(200))),
});
export type SpotifyLogInQuery = z.infer<typeof SpotifyLogInQuery>;

/** Tokens as they are stored in the browser. `access` is not read: the other one names the account. */
export const RefreshSpotifyInput = z.object({
  access: z.optional(z.nullable(z.string().check(z.maxLength(4_000)))),
  refresh: z.string().check(z.minLength(1), z.maxLength(4_000)),
});
export type RefreshSpotifyInput = z.infer<typeof RefreshSpotifyInput>;

/**
 * `access`: a token of Spotify, for an hour. `refresh`: sealed, only this instance can use it. Both are null, with an
 * `error`, where Spotify no longer accepts it: there is no access until the next log-in.
 */
export const SpotifyTokensView = z.object({
  access: z.nullable(z.string()),
  refresh: z.nullable(z.string()),
  error: z.optional(z.literal("invalid_grant")),
});
export type SpotifyTokensView = z.infer<typeof SpotifyTokensView>;

/** Addresses that a page needs to play tracks on Spotify: of its script and of its API. */
export const SpotifyAddresses = z.object({ script: z.string(), api: z.string() });
export type SpotifyAddresses = z.infer<typeof SpotifyAddresses>;
