import type { TrackView } from "#app/domains/tracks/contract/tracks.ts";
import { shownArtist, shownTitle } from "#app/domains/tracks/shown.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";

/** Asks before a favorite goes. The default export of its own chunk. */
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
      action="Remove favorite"
      cancel="Keep it"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <bdi>“{shownTitle(track.title)}”</bdi> by <bdi>{shownArtist(track.artist)}</bdi> leaves your
        favorites. You can mark it again when it is next played.
      </p>
    </ConfirmDialog>
  );
}
