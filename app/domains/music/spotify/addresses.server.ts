import type { Connect } from "#app/domains/people/integrations/elsewhere.ts";
import type { SpotifyAddresses } from "./contract.ts";

/** Returns the addresses that a page needs to play tracks on Spotify; null where that is switched off. */
export function spotifyAddresses(connect: Connect): SpotifyAddresses | null {
  const service = connect("spotify");
  return (
    service && {
      script: `${service.at("sdk.scdn.co")}/spotify-player.js`,
      api: service.at("api.spotify.com"),
    }
  );
}
