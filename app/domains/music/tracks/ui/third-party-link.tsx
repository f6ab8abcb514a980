import { ExternalLink } from "lucide-react";
import { usePlayerRequests } from "#app/player/player-provider.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import type { TrackView } from "../contract/tracks.ts";
import { shownTitle } from "../shown.ts";

/** Plays the track in the third-party player that has it, or opens it there; nothing where none is known. */
export function ThirdPartyLink({ track }: { track: TrackView }) {
  const player = usePlayerRequests();
  if (track.spotify === null) return null;
  const label = `Play ${shownTitle(track.title)} on Spotify`;
  return (
    <a
      href={`https://open.spotify.com/track/${encodeURIComponent(track.spotify)}`}
      target="_blank"
      rel="noreferrer"
      onClick={(event) => player.pressElsewhere?.(event, track)}
      aria-label={label}
      title={label}
      className={buttonClass("bare", "size-11 shrink-0 px-0!")}
    >
      <ExternalLink aria-hidden="true" className="size-5" />
    </a>
  );
}
