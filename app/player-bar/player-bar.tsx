import clsx from "clsx";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { isUnheard } from "#app/domains/air/schedule/set-state.ts";
import type { OnAirView } from "#app/domains/air/stages/contract/stages.ts";
import { profilePath } from "#app/paths.ts";
import type { RoomView } from "../domains/air/stages/live/connection.ts";
import { shownArtist, shownTitle } from "../domains/music/tracks/shown.ts";
import { SongArtist, SongTitle } from "../domains/music/tracks/ui/song-links.tsx";
import { type PlayerPhase, type PlaySource, type RoomSource, roomSourceOf } from "../player/contract.ts";
import { PlayControl } from "../player/play-control.tsx";
import { usePlayer, usePlayerRequests, usePlayingRoom } from "../player/player-provider.tsx";
import { InBrowser } from "../ui/in-browser.tsx";
import { lazyPart } from "../ui/lazy-part.ts";
import { useMediaQuery } from "../ui/media-query.ts";
import { PhaseText } from "./phase-text.tsx";

const PatienceOffer = lazyPart(() =>
  import("./patience-offer.tsx").then((module) => ({ default: module.PatienceOffer })),
);
const RewindControl = lazyPart(() => import("./rewind-control.tsx"));
const RewindOptions = lazyPart(() =>
  import("./rewind-control.tsx").then((module) => ({ default: module.RewindOptions })),
);
const LazyLoudness = lazyPart(() => import("../player/loudness.tsx"));
const LazyVisualizerButton = lazyPart(() => import("./visualizer/visualizer-button.tsx"));
const PlayerOptionsButton = lazyPart(() => import("./player-options-button.tsx"));
const BarExtras = lazyPart(() => import("./bar-extras.tsx"));
const ReplayControls = lazyPart(() => import("./replay-controls.tsx"));
const NowReplayed = lazyPart(() => import("./now-replayed.tsx"));

/** The room that is playing, or whose past is, for the page's content of the bar. */
export interface Playing {
  source: RoomSource;
  /** The room as it is heard. */
  room: RoomView;
  /** Server time (epoch ms) of the sample at the ear now, or null. */
  heardAt: () => number | null;
}

/**
 * Shown at the bottom of every page. `children` draws favorite and cheer for what is playing. After a stop the play
 * control stays, for what was heard last. On a phone the volume and the visualizer are in the options.
 */
export default function PlayerBar({ children }: { children?: (playing: Playing) => ReactNode }) {
  const player = usePlayerRequests();
  const source = usePlayer((state) => state.source);
  const last = usePlayer((state) => state.last);
  const playable = source ?? last;
  const phase = usePlayer((state) => state.phase);
  const room = usePlayingRoom();
  const heard = source && roomSourceOf(source);
  // There is not space for everything: from the past, the way to live comes first, and the rest is in the options.
  const isBehind = source?.kind === "replay" && heard !== null;
  const responses =
    heard &&
    room &&
    phase !== "ended" &&
    children?.({ source: heard, room, heardAt: () => player.figures().heardAt });
  return (
    <section
      aria-label="Player"
      className="fixed inset-x-0 bottom-0 z-30 flex h-[calc(var(--bar)-var(--offer,0px))] items-center gap-1 border-t border-tick bg-raised px-3 pb-[env(safe-area-inset-bottom,0px)] sm:gap-3 sm:px-6 print:hidden"
    >
      <InBrowser>
        <PatienceOffer />
      </InBrowser>
      {playable && <PlayControl source={playable} isCompact />}
      <NowPlaying source={source} last={last} room={room} phase={phase} />
      {source?.kind === "replay" && phase !== "ended" && (
        <InBrowser>
          <ReplayControls />
        </InBrowser>
      )}
      <div className={clsx("shrink-0 items-center", isBehind ? "flex" : "hidden sm:flex")}>
        {heard && (
          <InBrowser>
            <RewindControl />
          </InBrowser>
        )}
      </div>
      {responses && (
        <div className={clsx("shrink-0 items-center", isBehind ? "hidden md:flex" : "flex")}>{responses}</div>
      )}
      <div className={clsx("hidden shrink-0", isBehind ? "lg:flex" : "sm:flex")}>
        <VisualizerButton />
      </div>
      <InBrowser>
        <BarExtras />
      </InBrowser>
      <div className="hidden shrink-0 items-center sm:flex">
        <Loudness />
      </div>
      <InBrowser fallback={<span className="size-11 shrink-0" />}>
        <PlayerOptionsButton>
          {(close) => (
            <div
              className={clsx("mb-4 border-b border-tick pb-4 text-16", isBehind ? "lg:hidden" : "sm:hidden")}
            >
              {heard && (
                <InBrowser>
                  <RewindOptions onRewound={close} />
                </InBrowser>
              )}
              <div className="flex items-center gap-4 sm:hidden">
                <Loudness />
                Volume
              </div>
              <div className="flex items-center gap-4">
                <VisualizerButton />
                Visualizer
              </div>
            </div>
          )}
        </PlayerOptionsButton>
      </InBrowser>
    </section>
  );
}

/** Nothing is set before a first press: both come with a script of their own, and their places are kept. */
function Loudness() {
  return (
    <InBrowser fallback={<span className="h-11 w-22" />}>
      <LazyLoudness />
    </InBrowser>
  );
}

function VisualizerButton() {
  return (
    <InBrowser fallback={<span className="h-11 w-20" />}>
      <LazyVisualizerButton />
    </InBrowser>
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
        <Link to={last.href} className="flex min-h-11 flex-col justify-center">
          <span className="truncate text-16 leading-5 font-semibold hover:underline" dir="auto">
            {last.name}
          </span>
          <span className="text-14 text-ink-3">Stopped</span>
        </Link>
      </div>
    );
  }
  if (source === null) {
    return <p className="min-w-0 grow truncate text-14 text-ink-3">Nothing is playing. Choose a stage.</p>;
  }
  const heard = roomSourceOf(source);
  if (source.kind === "replay" && heard === null) {
    return (
      <InBrowser fallback={<span className="grow" />}>
        <NowReplayed source={source} phase={phase} />
      </InBrowser>
    );
  }
  return heard && <NowHeard source={heard} state={room?.state ?? heard.onAir} phase={phase} />;
}

/**
 * Song, performer and stage, each with its link; on touch screens, where these would be too small, one link to the
 * stage.
 */
function NowHeard({ source, state, phase }: { source: RoomSource; state: OnAirView; phase: PlayerPhase }) {
  const isTouched = useMediaQuery("(pointer: coarse), (width < 40rem)");
  const { currentTrack, currentTitle, currentArtist } = state;
  const performer = phase === "ended" || source.kind === "profile" ? null : state.currentDj;
  const hasSong = currentTitle !== null || currentArtist !== null;
  // What was last played is not what is heard.
  const isQuiet = isUnheard(state.state);
  const words = (
    <>
      <p className="truncate text-16 leading-5 font-semibold" dir="auto">
        {phase === "ended" || isQuiet ? (
          source.name
        ) : hasSong ? (
          <>
            {isTouched ? shownTitle(currentTitle) : <SongTitle track={currentTrack} title={currentTitle} />}{" "}
            <span className="font-normal text-ink-2">
              {isTouched ? shownArtist(currentArtist) : <SongArtist artist={currentArtist} />}
            </span>
          </>
        ) : (
          "No song data yet"
        )}
      </p>
      <p className="flex items-center gap-x-2 text-14 text-ink-3">
        <PhaseText phase={phase} state={state.state} />
        <span className="min-w-0 truncate" dir="auto">
          {performer && (
            <>
              <Place to={profilePath(performer.id)} isLink={!isTouched}>
                {performer.username}
              </Place>
              {" on "}
            </>
          )}
          <Place to={source.href} isLink={!isTouched}>
            {source.name}
          </Place>
        </span>
      </p>
    </>
  );
  const look = "ml-2 min-w-0 grow sm:ml-1";
  if (!isTouched) return <div className={look}>{words}</div>;
  return (
    <Link to={source.href} className={clsx(look, "flex min-h-11 flex-col justify-center")}>
      {words}
    </Link>
  );
}

function Place({ to, isLink, children }: { to: string; isLink: boolean; children: string }) {
  if (!isLink) return <span className="text-ink-2">{children}</span>;
  return (
    <Link to={to} className="text-ink-2 hover:underline">
      {children}
    </Link>
  );
}
