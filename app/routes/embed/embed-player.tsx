import { isUnheard } from "#app/domains/air/schedule/set-state.ts";
import { AirBadge } from "#app/domains/air/schedule/ui/air-badge.tsx";
import { StateNote } from "#app/domains/air/schedule/ui/state-note.tsx";
import type { OnAirView } from "#app/domains/air/stages/contract/stages.ts";
import type { RoomState } from "#app/domains/air/stages/live/protocol.ts";
import type { LiveRoom } from "#app/domains/air/stages/live/use-room.ts";
import { Reactions } from "#app/domains/air/stages/ui/reactions.tsx";
import { shownArtist, shownTitle } from "#app/domains/music/tracks/shown.ts";
import type { RoomSource } from "#app/player/contract.ts";
import { LevelMeter } from "#app/player/level-meter.tsx";
import Loudness from "#app/player/loudness.tsx";
import { PlayControl } from "#app/player/play-control.tsx";
import { usePlayer } from "#app/player/player-provider.tsx";
import { Mark } from "#app/ui/brand.tsx";
import { countOf } from "#app/ui/number.ts";
import { Picture } from "#app/ui/picture.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { useOrigin } from "../shell/viewer.ts";

/**
 * The player for other sites: one picture, what is on, play and volume. Reads and listens, never writes. It fits a
 * frame of 800 × 326, and one as narrow as a phone; as a page of its own, it is centred.
 */
export function EmbedPlayer({
  room: { state, reactions },
  name,
  followerCount = null,
  source,
  idle,
}: {
  /** The room of the stage or the performer, or of the stage that carries the performer's sound. */
  room: Pick<LiveRoom, "state" | "reactions">;
  /** Name of the player's stage or performer. */
  name: string;
  /** Number of the performer's followers, or null where that is hidden. */
  followerCount?: number | null;
  source: RoomSource;
  /** The text while nothing plays and no set is next. */
  idle: string;
}) {
  const origin = useOrigin();
  const image = (state.online ? state.currentDj?.profile : null) ?? source.image;
  return (
    <main id="main" className="relative grid min-h-dvh items-center">
      <Reactions reactions={reactions} />
      <div className="mx-auto flex w-full max-w-5xl flex-col sm:h-[min(100dvh,420px)] sm:flex-row">
        <Picture
          src={image}
          name={state.currentDj?.username ?? name}
          isEager
          className="w-full max-sm:aspect-[21/9] sm:h-full sm:w-auto sm:max-w-[40%] [@media(max-height:480px)]:max-sm:hidden"
        />
        <div className="flex min-w-0 grow flex-col p-4 sm:p-6">
          <p className="flex items-center gap-3">
            <AirBadge isOnAir={state.online} state={state.state} />
            <span className="tabular grow text-14 text-ink-3">
              {[
                state.online && countOf(state.currentListeners, "listener", "listeners"),
                followerCount !== null && countOf(followerCount, "follower", "followers"),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <a href={origin} target="_blank" rel="noopener" className="flex min-h-11 items-center gap-2">
              <Mark className="size-6" />
              <span className="display text-20">Cue</span>
            </a>
          </p>
          <h1 className="display line-clamp-2 text-28 sm:text-44" dir="auto">
            <a href={`${origin}${source.href}`} target="_blank" rel="noopener" className="hover:underline">
              {name}
            </a>
          </h1>
          {state.online ? <OnAir state={state} name={name} /> : <Idle state={state} idle={idle} />}
          <div className="mt-4 flex min-h-14 items-center gap-3 sm:mt-auto">
            {state.online && <PlayControl source={source} />}
            <Loudness />
            <LevelMeter className="h-6 shrink-0" />
            <Phase />
          </div>
        </div>
      </div>
    </main>
  );
}

function OnAir({ state, name }: { state: RoomState; name: string }) {
  // A stage's player shows who plays there, and a performer's on which stage they play.
  const where = state.name === name ? (state.currentDj?.username ?? "") : `on ${state.name}`;
  return (
    <div aria-live="polite" className="mt-1 min-w-0">
      {state.kind === "stage" && where !== "" && (
        <p className="truncate text-16 text-ink-2" dir="auto">
          {where}
        </p>
      )}
      {isUnheard(state.state) ? (
        <StateNote state={state.state} performer={state.currentDj?.username} />
      ) : state.currentTitle === null && state.currentArtist === null ? (
        <p className="mt-2 text-16 text-ink-3">No song data yet</p>
      ) : (
        <>
          <p className="display mt-2 line-clamp-2 text-20" dir="auto">
            {shownTitle(state.currentTitle)}
          </p>
          <p className="truncate text-14 text-ink-2" dir="auto">
            {shownArtist(state.currentArtist)}
          </p>
        </>
      )}
    </div>
  );
}

function Idle({ state, idle }: { state: OnAirView; idle: string }) {
  if (!state.nextSet) return <p className="mt-2 text-16 text-ink-2">{idle}</p>;
  if (isUnheard(state.state)) {
    return (
      <div className="mt-2">
        <StateNote state={state.state} performer={state.nextSet.user.username} />
      </div>
    );
  }
  return (
    <p className="mt-2 text-16 text-ink-2">
      <span className="label mr-2 text-amber">UP NEXT</span>
      <span dir="auto">{state.nextSet.user.username}</span>,{" "}
      <LocalTime at={state.nextSet.startTime} shape="day-clock" />
    </p>
  );
}

const phaseTexts = {
  idle: "",
  connecting: "Connecting",
  failed: "No sound, trying again",
  live: "Live",
  replay: "Replay",
  paused: "Paused",
  reconnecting: "Reconnecting",
  cued: "Up next",
  ended: "Ended",
} as const;

function Phase() {
  const phase = usePlayer((state) => state.phase);
  return <output className="text-14 text-ink-2 sm:min-w-24">{phaseTexts[phase]}</output>;
}
