import { useState } from "react";
import { usePlayer, usePlayerRequests } from "#app/player/player-provider.tsx";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { forgetAccess, readAccess } from "./access.ts";
import { useSpotify } from "./use-spotify.ts";

/** The connected account, which can be disconnected. Nothing where there is none. */
export function SpotifyConnection() {
  const player = usePlayerRequests();
  const spotify = useSpotify();
  const isPlaying = usePlayer(({ source }) => source?.kind === "replay" && source.service !== undefined);
  const [access, setAccess] = useState(() => (spotify === null ? "none" : readAccess(spotify)));
  if (spotify === null || access === "none") return null;
  const disconnect = () => {
    if (isPlaying) player.stop();
    forgetAccess();
    setAccess("none");
    showToast("confirm", "Spotify disconnected");
  };
  return (
    <section aria-label="Spotify" className="mt-4 border-t border-tick pt-4">
      <h3 className="text-16 text-ink">Spotify</h3>
      <p className="mt-0.5 mb-3 text-14 text-ink-3">
        {access === "connected"
          ? "Songs play through your Spotify account. Only this browser has access to it."
          : "Your Spotify account has no Premium, so songs open in Spotify."}
      </p>
      <Button onClick={disconnect}>Disconnect</Button>
    </section>
  );
}
