import { useEffect } from "react";
import type { PressElsewhere } from "#app/player/contract.ts";
import { usePlayerRequests } from "#app/player/player-provider.tsx";
import { readAccess } from "./access.ts";
import { openLogIn } from "./log-in-popup.ts";
import { useSpotify } from "./use-spotify.ts";

/**
 * Makes the icons of tracks play them, where Spotify is switched on. Until this has loaded, and for accounts without
 * Premium, they are plain links.
 */
export function SpotifyHost() {
  const player = usePlayerRequests();
  const spotify = useSpotify();
  useEffect(() => {
    if (spotify === null) return;
    const press: PressElsewhere = (event, track) => {
      const isPlain =
        event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      const access = readAccess(spotify);
      if (!isPlain || track.spotify === null || access === "unpaid") return;
      // In the press itself: browsers block other popups. Where this one is blocked, the link opens.
      const popup = access === "none" ? openLogIn() : null;
      if (access === "none" && popup === null) return;
      event.preventDefault();
      void import("./play-track.ts").then(
        ({ playTrack }) => playTrack({ player, ...spotify }, track, popup),
        () => popup?.close(),
      );
    };
    // The player is a store outside React: a setter there would be script of every first visit.
    Object.assign(player, { pressElsewhere: press });
    return () => {
      Object.assign(player, { pressElsewhere: undefined });
    };
  }, [player, spotify]);
  return null;
}
