import type { ReactNode } from "react";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { PlayView } from "../contract/tracks.ts";
import { SongRow } from "./song-row.tsx";

/** What was played, newest first, with `isNaming` also by whom; `children` where there is nothing. */
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

/** One play: what it was, when, and what listeners made of it. */
export function PlayRow({
  play: { timestamp, dj, ...play },
  isNaming = false,
}: {
  play: PlayView;
  isNaming?: boolean;
}) {
  return <SongRow {...play} playedAt={timestamp} performer={isNaming ? dj : null} />;
}

/** Where a play will stand. */
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
