import type { ReplayDetailsView } from "#app/domains/replays/contract.ts";
import { listedTracks } from "#app/domains/replays/listed-tracks.ts";
import { ReplayTracklist } from "#app/domains/replays/ui/replay-tracklist.tsx";
import type { Cue } from "#app/domains/replays/ui/use-replay-player.ts";
import { SetSection } from "#app/domains/sets/ui/set-section.tsx";
import type { TracklistView } from "#app/domains/tracklists/contract/tracklists.ts";
import { CorrectedTracklist } from "#app/domains/tracklists/ui/corrected-tracklist.tsx";
import { tracklistEditorPath } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useViewer } from "../shell/viewer.ts";

/** The tracklist of a replay. That of a set has its editor on the set's page; every other one has it here. */
export function ReplayTracks({
  replay,
  first,
  cue,
  now,
}: {
  replay: ReplayDetailsView;
  first: TracklistView | null;
  cue: Cue;
  now: number;
}) {
  const viewer = useViewer();
  const { set, startTime, endTime, rights } = replay;
  return (
    <SetSection title="Tracklist">
      {set !== null && rights !== null && (
        <div className="mb-3 flex justify-end">
          <ButtonLink to={tracklistEditorPath(set)}>Edit Tracklist</ButtonLink>
        </div>
      )}
      <CorrectedTracklist first={first} from={startTime} until={endTime} now={now}>
        {(tracklist, suggest) => (
          <ReplayTracklist
            replay={replay}
            tracks={listedTracks(replay, tracklist?.lines ?? null)}
            cue={cue}
            viewerId={viewer?.id ?? null}
            suggest={suggest}
          />
        )}
      </CorrectedTracklist>
    </SetSection>
  );
}
