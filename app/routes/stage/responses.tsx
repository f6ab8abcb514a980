import type { OnAirView } from "#app/domains/air/stages/contract/stages.ts";
import { CheerButton } from "#app/domains/air/stages/ui/cheer-button.tsx";
import { FavoriteButton } from "#app/domains/music/tracks/ui/favorite-button.tsx";
import { TipButton } from "#app/domains/value/tokens/ui/tip-button.tsx";
import { usePlayerRequests } from "#app/player/player-provider.tsx";

export interface ResponsesProps {
  kind: "stage" | "profile";
  id: string;
  /** The state as this listener hears it. */
  state: OnAirView;
  viewerId: string;
  isCompact?: boolean;
}

/** A listener's reactions to the music. Credits the track that this listener hears, at its time in the sound. */
export default function Responses({ kind, id, state, viewerId, isCompact }: ResponsesProps) {
  const player = usePlayerRequests();
  const earNow = () => (player.replay.isHearing({ kind, id }) ? player.figures().heardAt : null);
  const { currentTrack: track, currentTrackHistory: trackHistory } = state;
  const set = state.currentSet?.id ?? null;
  const dj = state.currentDj?.id ?? null;
  return (
    <>
      <FavoriteButton
        heard={track === null ? null : { track, trackHistory, set, dj }}
        earNow={earNow}
        viewerId={viewerId}
        isCompact={isCompact}
      />
      <CheerButton
        target={{ room: kind === "stage" ? id : null, dj, track, trackHistory, set }}
        earNow={earNow}
        isLive={state.status !== "offline"}
        isCompact={isCompact}
      />
      {!isCompact && state.currentDj && (
        <TipButton
          target={{ kind, id, performer: state.currentDj, trackHistory }}
          earNow={earNow}
          viewerId={viewerId}
        />
      )}
    </>
  );
}
