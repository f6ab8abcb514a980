import { useState } from "react";
import type { ReplayDetailsView } from "#app/domains/air/replays/contract.ts";
import { trackText } from "#app/domains/air/replays/moment.ts";
import { trackAt } from "#app/domains/air/replays/track-at.ts";
import { ReplayPlayButton } from "#app/domains/air/replays/ui/replay-play-button.tsx";
import { ReplaySlider } from "#app/domains/air/replays/ui/replay-slider.tsx";
import { useReplayPlayer } from "#app/domains/air/replays/ui/use-replay-player.ts";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { profilePath } from "#app/paths.ts";
import Loudness from "#app/player/loudness.tsx";
import { Mark } from "#app/ui/brand.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { useOrigin } from "../shell/viewer.ts";

const ignoreFocus = () => {};

/** The player of a replay for other sites, in the same frame as that of a stage: 800 × 326, or as narrow as a phone. */
export function ReplayEmbed({ replay }: { replay: ReplayDetailsView }) {
  const [startAt, setStartAt] = useState(0);
  const player = useReplayPlayer(replay, { at: startAt, set: setStartAt });
  const origin = useOrigin();
  const { name, performer, room, url, duration, tracks } = replay;
  const track = trackAt(tracks, player.position)?.track;
  return (
    <main id="main" className="relative grid min-h-dvh items-center">
      <div className="mx-auto flex w-full max-w-5xl flex-col sm:h-[min(100dvh,420px)] sm:flex-row">
        <Picture
          src={performer ? performer.profile : (room?.thumbnail ?? null)}
          name={performer?.username ?? name}
          isEager
          className="w-full max-sm:aspect-[21/9] sm:h-full sm:w-auto sm:max-w-[40%] [@media(max-height:480px)]:max-sm:hidden"
        />
        <div className="flex min-w-0 grow flex-col p-4 sm:p-6">
          <p className="flex items-center gap-3">
            <span className="label grow text-ink-3">Replay</span>
            <a href={origin} target="_blank" rel="noopener" className="flex min-h-11 items-center gap-2">
              <Mark className="size-6" />
              <span className="display text-20">Cue</span>
            </a>
          </p>
          <h1 className="display line-clamp-2 text-28" dir="auto">
            <a href={`${origin}${url}`} target="_blank" rel="noopener" className="hover:underline">
              {name}
            </a>
          </h1>
          <Place origin={origin} performer={performer} room={room} />
          {/* One line, whatever plays: nothing moves when the track changes. */}
          <p className="mt-1 h-5 truncate text-14 text-ink-3" dir="auto">
            {track && trackText(track)}
          </p>
          <div className="mt-auto">
            <ReplaySlider replay={replay} player={player} onFocusChange={ignoreFocus} />
            <div className="flex items-center gap-3">
              <ReplayPlayButton name={name} player={player} />
              <p className="tabular grow text-16 font-semibold">
                {clockOffset(player.position)}
                <span className="font-normal text-ink-3"> / {clockOffset(duration)}</span>
              </p>
              <Loudness />
            </div>
          </div>
        </div>
      </div>
    </main>
  );
}

function Place({
  origin,
  performer,
  room,
}: { origin: string } & Pick<ReplayDetailsView, "performer" | "room">) {
  if (!performer && !room) return null;
  return (
    <p className="truncate text-16 text-ink-2" dir="auto">
      {performer && (
        <a
          href={`${origin}${profilePath(performer.id)}`}
          target="_blank"
          rel="noopener"
          className="hover:underline"
        >
          {performer.username}
        </a>
      )}
      {room && ` on ${room.name}`}
    </p>
  );
}
