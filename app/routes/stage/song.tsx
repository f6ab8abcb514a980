import { AudioLines } from "lucide-react";
import type { OnAirView } from "#app/domains/air/stages/contract/stages.ts";
import { SongArtist, SongTitle } from "#app/domains/music/tracks/ui/song-links.tsx";

/** The song that is heard, announced as it changes; its title and its artists link to their pages. */
export function CurrentSong({
  song: { currentTrack, currentTitle, currentArtist, currentTrackSource },
}: {
  song: Pick<OnAirView, "currentTrack" | "currentTitle" | "currentArtist" | "currentTrackSource">;
}) {
  return (
    <div aria-live="polite" className="mt-1">
      {currentTitle === null && currentArtist === null ? (
        <p className="text-20 text-ink-3">No song data yet</p>
      ) : (
        <>
          <p className="display text-28 wrap-anywhere sm:text-44" dir="auto">
            <SongTitle track={currentTrack} title={currentTitle} />
          </p>
          <p className="text-20 wrap-anywhere text-ink-2" dir="auto">
            <SongArtist artist={currentArtist} />
            {currentTrackSource === "ear" && <EarMark />}
          </p>
        </>
      )}
    </div>
  );
}

/** Marks a song that was named by its sound, not by the encoder. */
function EarMark() {
  return (
    <span title="Recognized by ear" className="ms-2 inline-block align-middle text-ink-3">
      <AudioLines aria-hidden="true" className="size-4" />
      <span className="sr-only">Recognized by ear</span>
    </span>
  );
}
