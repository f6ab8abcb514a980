/** The song at the listener's ear, announced as it changes. */
export function CurrentSong({ title, artist }: { title: string | null; artist: string | null }) {
  return (
    <div aria-live="polite" className="mt-1">
      {title === null && artist === null ? (
        <p className="text-20 text-ink-3">No song data yet</p>
      ) : (
        <>
          <p className="display text-28 sm:text-44" dir="auto">
            {title || "No title"}
          </p>
          <p className="text-20 text-ink-2" dir="auto">
            {artist || "No artist"}
          </p>
        </>
      )}
    </div>
  );
}
