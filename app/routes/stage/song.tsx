import { SongArtist, SongTitle } from "#app/domains/tracks/ui/song-links.tsx";

/** The song that is heard, announced as it changes; its title and its artists link to their pages. */
export function CurrentSong({
  song: { currentTrack, currentTitle, currentArtist },
}: {
  song: { currentTrack: string | null; currentTitle: string | null; currentArtist: string | null };
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
          </p>
        </>
      )}
    </div>
  );
}
