import type { TrackView } from "#app/domains/music/tracks/contract/tracks.ts";
import { shownArtist, shownTitle } from "#app/domains/music/tracks/shown.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";

/** Asks before a favorite is removed. The default export of its own chunk. */
export default function RemoveDialog({
  track,
  onConfirm,
  onClose,
}: {
  track: TrackView;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title="Remove this favorite?"
      action="Remove Favorite"
      cancel="Keep Favorite"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <bdi>“{shownTitle(track.title)}”</bdi> by <bdi>{shownArtist(track.artist)}</bdi> will be removed from
        your favorites. You can add it again the next time it plays.
      </p>
    </ConfirmDialog>
  );
}
