import { RotateCcw, RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { trackAt } from "#app/domains/air/replays/track-at.ts";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { SongArtist, SongTitle } from "#app/domains/music/tracks/ui/song-links.tsx";
import { Button } from "#app/ui/button.tsx";
import type { ReplayDetailsView } from "../contract.ts";
import { lostIn } from "../timeline.ts";
import { ReplayPicture } from "./replay-picture.tsx";
import { ReplayPlayButton } from "./replay-play-button.tsx";
import { ReplaySlider } from "./replay-slider.tsx";
import { type Cue, type ReplayPlayer, useReplayPlayer } from "./use-replay-player.ts";

const skipSeconds = 15;

/** Shows the player of a replay: the control, the picture of the whole recording, and the slider. */
export function ReplayDeck({
  replay,
  cue,
  children,
}: {
  replay: ReplayDetailsView;
  cue: Cue;
  /** Further actions, which get the present position. */
  children?: (position: number) => ReactNode;
}) {
  const player = useReplayPlayer(replay, cue);
  const [isSliderFocused, setSliderFocused] = useState(false);
  return (
    <section aria-label="Replay" className="mt-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <ReplayPlayButton name={replay.name} player={player} />
        <div className="flex gap-1">
          <SkipButton seconds={-skipSeconds} player={player} />
          <SkipButton seconds={skipSeconds} player={player} />
        </div>
        <Now replay={replay} player={player} />
      </div>
      <div className="mt-10">
        <ReplayPicture replay={replay} player={player} isSliderFocused={isSliderFocused} />
      </div>
      <ReplaySlider replay={replay} player={player} onFocusChange={setSliderFocused} />
      <Missing gaps={replay.gaps} />
      {children && <div className="mt-3 flex flex-wrap items-center gap-3">{children(player.position)}</div>}
    </section>
  );
}

function SkipButton({ seconds, player }: { seconds: number; player: ReplayPlayer }) {
  const isBack = seconds < 0;
  const Icon = isBack ? RotateCcw : RotateCw;
  const count = Math.abs(seconds);
  return (
    <Button
      tone="bare"
      icon={<Icon aria-hidden="true" className="size-5" />}
      aria-label={isBack ? `Back ${count} Seconds` : `Forward ${count} Seconds`}
      onClick={() => player.moveBy(seconds * 1_000)}
      className="tabular px-3!"
    >
      {count}
    </Button>
  );
}

/** The time, and the track that is heard. */
function Now({ replay: { tracks, duration }, player }: { replay: ReplayDetailsView; player: ReplayPlayer }) {
  const track = trackAt(tracks, player.position)?.track;
  return (
    <div className="min-w-0 grow basis-56">
      <p className="tabular text-20 font-semibold">
        {clockOffset(player.position)}
        <span className="text-16 font-normal text-ink-3"> / {clockOffset(duration)}</span>
      </p>
      {/* One line, whatever plays: nothing moves when the track changes. */}
      <p className="h-5 truncate text-14 text-ink-2" dir="auto">
        {track && (
          <>
            <SongArtist artist={track.artist} />
            {" – "}
            <SongTitle track={track.id} title={track.title} />
          </>
        )}
      </p>
    </div>
  );
}

/** Says what the hatched parts of the picture mean. */
function Missing({ gaps }: { gaps: ReplayDetailsView["gaps"] }) {
  const lost = lostIn(gaps);
  if (lost.length === 0) return null;
  const missing = clockOffset(lost.reduce((sum, { duration }) => sum + duration, 0));
  return (
    <p className="mt-1 text-14 text-ink-3">
      Hatched: the connection was lost here while this was on air. {missing} of sound is missing.
    </p>
  );
}
