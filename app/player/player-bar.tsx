import type { ReactNode } from "react";
import { Link } from "react-router";
import type { RoomView } from "../domains/stages/live/connection.ts";
import { SongArtist, SongTitle } from "../domains/tracks/ui/song-links.tsx";
import type { PlayerPhase, PlaySource } from "./contract.ts";
import { Loudness } from "./loudness.tsx";
import { PatienceOffer } from "./patience-offer.tsx";
import { PhaseWords } from "./phase-words.tsx";
import { PlayControl } from "./play-control.tsx";
import { PlayerOptionsButton, SleepChip } from "./player-options-button.tsx";
import { usePlayer, usePlayerRequests, usePlayingRoom } from "./player-provider.tsx";
import { VisualizerButton } from "./visualizer/visualizer-button.tsx";

/** What is playing, for what a page puts into the bar. */
export interface Playing {
  source: PlaySource;
  /** The room as it is heard. */
  room: RoomView;
  /** Server time (epoch ms) of the sample at the ear now, or null. */
  heardAt: () => number | null;
}

/**
 * Along the bottom of every page. `children` draws favorite and cheer for what is playing. After a stop the play control
 * stays, for what was heard last. On a phone the volume and the visualizer are in the options.
 */
export function PlayerBar({ children }: { children?: (playing: Playing) => ReactNode }) {
  const player = usePlayerRequests();
  const source = usePlayer((state) => state.source);
  const last = usePlayer((state) => state.last);
  const playable = source ?? last;
  const phase = usePlayer((state) => state.phase);
  const room = usePlayingRoom();
  const responses =
    source &&
    room &&
    phase !== "ended" &&
    children?.({ source, room, heardAt: () => player.figures().heardAt });
  return (
    <section
      aria-label="Player"
      className="fixed inset-x-0 bottom-0 z-30 flex h-(--bar) items-center gap-1 border-t border-tick bg-raised px-3 pb-[env(safe-area-inset-bottom,0px)] sm:gap-3 sm:px-6 print:hidden"
    >
      <PatienceOffer />
      {playable && <PlayControl source={playable} isCompact />}
      <NowPlaying source={source} last={last} room={room} phase={phase} />
      {responses && <div className="flex shrink-0 items-center">{responses}</div>}
      <div className="hidden shrink-0 sm:flex">
        <VisualizerButton />
      </div>
      <SleepChip />
      <div className="hidden shrink-0 items-center sm:flex">
        <Loudness />
      </div>
      <PlayerOptionsButton>
        <div className="mb-4 border-b border-tick pb-4 text-16 sm:hidden">
          <div className="flex items-center gap-4">
            <Loudness />
            Volume
          </div>
          <div className="flex items-center gap-4">
            <VisualizerButton />
            Visualizer
          </div>
        </div>
      </PlayerOptionsButton>
    </section>
  );
}

function NowPlaying({
  source,
  last,
  room,
  phase,
}: {
  source: PlaySource | null;
  last: PlaySource | null;
  room: RoomView | null;
  phase: PlayerPhase;
}) {
  if (source === null && last !== null) {
    return (
      <div className="ml-2 min-w-0 grow sm:ml-1">
        <p className="truncate text-16 leading-5 font-semibold" dir="auto">
          <Link to={last.href} className="hover:underline">
            {last.name}
          </Link>
        </p>
        <p className="text-14 text-ink-3">Stopped</p>
      </div>
    );
  }
  if (source === null) {
    return <p className="min-w-0 grow truncate text-14 text-ink-3">Nothing is playing. Pick a stage.</p>;
  }
  const state = room?.state ?? source.onAir;
  const performer = state.currentDj;
  const hasSong = state.currentTitle !== null || state.currentArtist !== null;
  return (
    <div className="ml-2 min-w-0 grow sm:ml-1">
      <p className="truncate text-16 leading-5 font-semibold" dir="auto">
        {phase === "ended" ? (
          source.name
        ) : hasSong ? (
          <>
            <SongTitle track={state.currentTrack} title={state.currentTitle} />{" "}
            <span className="font-normal text-ink-2">
              <SongArtist artist={state.currentArtist} />
            </span>
          </>
        ) : (
          "No song data yet"
        )}
      </p>
      <p className="flex items-center gap-x-2 text-14 text-ink-3">
        <PhaseWords phase={phase} />
        <span className="min-w-0 truncate" dir="auto">
          {performer && phase !== "ended" && source.kind === "stage" && (
            <>
              <Link to={`/profile/${performer.id}`} className="text-ink-2 hover:underline">
                {performer.username}
              </Link>
              {" on "}
            </>
          )}
          <Link to={source.href} className="text-ink-2 hover:underline">
            {source.name}
          </Link>
        </span>
      </p>
    </div>
  );
}
