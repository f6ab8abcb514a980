import type { ReactNode } from "react";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { PlayView } from "../contract.ts";
import { SongRow } from "./song-row.tsx";

/** What was played, newest first; `children` where there is nothing. */
export function PlayList({ plays, children }: { plays: PlayView[]; children: ReactNode }) {
  if (plays.length === 0) return children;
  return (
    <ol>
      {plays.map((play) => (
        <li key={play.id} className="border-t border-tick">
          <PlayRow play={play} />
        </li>
      ))}
    </ol>
  );
}

/** One play: what it was, when, and what listeners made of it. */
export function PlayRow({ play: { timestamp, ...play } }: { play: PlayView }) {
  return <SongRow {...play} playedAt={timestamp} />;
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
