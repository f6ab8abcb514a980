import { beginPopup, endPopupAt } from "#workers/api/popups.ts";
import { respond, type Served, serve } from "#workers/api/serve.ts";
import { logInToSpotifyCall, refreshSpotifyCall } from "../calls.ts";
import { RefreshSpotifyInput, SpotifyLogInQuery } from "../contract.ts";
import { beginLogIn, endLogIn, refreshTokens } from "../log-in.server.ts";

export const spotify: readonly Served[] = [
  respond(logInToSpotifyCall, {
    summary:
      "Logs in to Spotify, in a popup: redirects there, back here, and to the page that tells its opener.",
    input: SpotifyLogInQuery,
    respond: async (c, query) => {
      const { path } = logInToSpotifyCall;
      const hasReturned = query.code !== undefined || query.error !== undefined;
      if (!hasReturned) return beginPopup(c, path, await beginLogIn(c.get("app")));
      return endPopupAt(c, path, (begun) => endLogIn(c.get("app"), query, begun));
    },
  }),
  serve(refreshSpotifyCall, {
    summary:
      "New tokens of Spotify for an account that has logged in there; none where it no longer accepts it.",
    input: RefreshSpotifyInput,
    run: refreshTokens,
  }),
];
