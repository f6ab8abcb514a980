import type { ReactNode } from "react";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { PlayView } from "../contract/tracks.ts";
import { SongRow } from "./song-row.tsx";

/** Plays, newest first, with `isNaming` also their performers; `children` where there are none. */
export function PlayList({
  plays,
  isNaming = false,
  children,
}: {
  plays: PlayView[];
  isNaming?: boolean;
  children: ReactNode;
}) {
  if (plays.length === 0) return children;
  return (
    <ol>
      {plays.map((play) => (
        <li key={play.id} className="border-t border-tick">
          <PlayRow play={play} isNaming={isNaming} />
        </li>
      ))}
    </ol>
  );
}

/** One play: the track, the time, and listeners' numbers. */
export function PlayRow({
  play: { timestamp, dj, ...play },
  isNaming = false,
}: {
  play: PlayView;
  isNaming?: boolean;
}) {
  return <SongRow {...play} playedAt={timestamp} performer={isNaming ? dj : null} />;
}

/** Placeholder of a play. */
export function PlayRowSkeleton() {
  return (
    <div className="flex h-17 items-center gap-5">
      <div className="grow space-y-2">
        <Skeleton className="h-4 w-56" />
        <Skeleton className="h-3 w-32" />
      </div>
      <Skeleton className="h-4 w-40 max-sm:hidden" />
    </div>
  );
}
