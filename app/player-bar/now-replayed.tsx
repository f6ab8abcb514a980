import { Link } from "react-router";
import { shownArtist, shownTitle } from "../domains/music/tracks/shown.ts";
import type { PlayerPhase, SeekableSource } from "../player/contract.ts";
import { Lamp } from "../ui/lamp.tsx";
import { PhaseText } from "./phase-text.tsx";
import { useReplayTrack } from "./use-replay-track.ts";

/**
 * Song and performer of a replay, and its name, which links to its page; or the song that another service plays. The
 * default export of its own chunk, loaded with the first one.
 */
export default function NowReplayed({ source, phase }: { source: SeekableSource; phase: PlayerPhase }) {
  const played = useReplayTrack();
  const track = phase === "ended" ? null : (played?.track ?? null);
  const { service } = source;
  return (
    <Link to={source.href} className="ml-2 flex min-h-11 min-w-0 grow flex-col justify-center sm:ml-1">
      <span className="truncate text-16 leading-5 font-semibold" dir="auto">
        {track ? (
          <>
            {shownTitle(track.title)}{" "}
            <span className="font-normal text-ink-2">{shownArtist(track.artist)}</span>
          </>
        ) : (
          source.name
        )}
      </span>
      <span className="flex items-center gap-x-2 text-14 text-ink-3">
        {service && phase === "replay" ? <OnService name={service.name} /> : <PhaseText phase={phase} />}
        {track && !service && (
          <span className="min-w-0 truncate text-ink-2" dir="auto">
            {source.name}
          </span>
        )}
      </span>
    </Link>
  );
}

/** Shows the service in the place of the words for a replay. */
function OnService({ name }: { name: string }) {
  return (
    <output className="inline-flex shrink-0 items-center gap-1.5 text-ink-2">
      <Lamp tone="green" />
      On {name}
    </output>
  );
}
