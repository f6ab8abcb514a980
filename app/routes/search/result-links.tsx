import { AudioLines, Music2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { isCurrent, isUnheard, stateNow } from "#app/domains/air/schedule/set-state.ts";
import { AirBadge } from "#app/domains/air/schedule/ui/air-badge.tsx";
import { StateBadge } from "#app/domains/air/schedule/ui/state-badge.tsx";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { genrePath } from "#app/domains/air/stages/genres.ts";
import { shownArtist, shownTitle } from "#app/domains/music/tracks/shown.ts";
import type { FoundGenre, FoundSet, FoundTrack } from "#app/domains/outside/search/contract.ts";
import { playedSetPath, trackPath } from "#app/paths.ts";
import { useNow } from "#app/ui/clock.ts";
import { countOf } from "#app/ui/number.ts";
import { Picture } from "#app/ui/picture.tsx";
import { TimeRange } from "#app/ui/time.tsx";
import { stageHref, stageImage } from "../stage/play-source.ts";

/** One result: its picture, its name, and a line about it. */
function ResultLink({
  to,
  picture,
  name,
  badge,
  children,
}: {
  to: string;
  picture: ReactNode;
  name: string;
  badge?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Link to={to} className="group flex min-h-18 items-center gap-4 py-3">
      {picture}
      <span className="min-w-0 grow">
        <span className="block truncate text-16 font-semibold group-hover:underline" dir="auto">
          {name}
        </span>
        <span className="block truncate text-14 text-ink-3">{children}</span>
      </span>
      {badge}
    </Link>
  );
}

function Drawn({ icon: Icon }: { icon: typeof Music2 }) {
  return (
    <span className="flex size-12 shrink-0 items-center justify-center bg-control text-ink-3">
      <Icon aria-hidden="true" className="size-5" />
    </span>
  );
}

export function TrackLink({ track }: { track: FoundTrack }) {
  return (
    <ResultLink to={trackPath(track.id)} picture={<Drawn icon={Music2} />} name={shownTitle(track.title)}>
      <bdi>{shownArtist(track.artist)}</bdi>
    </ResultLink>
  );
}

export function StageLink({ stage }: { stage: StageView }) {
  return (
    <ResultLink
      to={stageHref(stage)}
      picture={<Picture src={stageImage(stage, stage)} name={stage.name} className="size-12" />}
      name={stage.name}
      badge={<AirBadge isOnAir={stage.online} state={stage.state} />}
    >
      <StageLine stage={stage} />
    </ResultLink>
  );
}

/** Shows the performer who plays or is next, otherwise the genre. */
function StageLine({ stage }: { stage: StageView }) {
  if (stage.online && stage.currentDj) return <bdi>{stage.currentDj.username}</bdi>;
  if (!stage.online && stage.nextDj) {
    return (
      <>
        {/* The badge says that they are waited for. */}
        {!isUnheard(stage.nextSet?.state) && "Up next: "}
        <bdi>{stage.nextDj.username}</bdi>
      </>
    );
  }
  return stage.genre ? <bdi>{stage.genre}</bdi> : "Stage";
}

export function SetLink({ set }: { set: FoundSet }) {
  const state = stateNow(set, useNow());
  return (
    <ResultLink
      to={playedSetPath(set.id)}
      picture={<Picture src={set.user.profile} name={set.user.username} className="size-12" />}
      name={set.name}
      badge={isCurrent(state) && <StateBadge state={state} />}
    >
      <bdi>{set.user.username}</bdi>
      {set.room && (
        <>
          {" on "}
          <bdi>{set.room.name}</bdi>
        </>
      )}
      <span className="block truncate">
        <TimeRange start={set.startTime} end={set.endTime} />
      </span>
    </ResultLink>
  );
}

export function GenreLink({ genre }: { genre: FoundGenre }) {
  return (
    <ResultLink to={genrePath({ key: genre.id })} picture={<Drawn icon={AudioLines} />} name={genre.name}>
      {countOf(genre.stageCount, "stage", "stages")}
    </ResultLink>
  );
}
