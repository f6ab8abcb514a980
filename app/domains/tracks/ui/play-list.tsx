import { Headphones, Heart, Megaphone } from "lucide-react";
import type { ReactNode } from "react";
import { abbreviate } from "#app/ui/number.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { TimeSince } from "#app/ui/time.tsx";
import type { PlayView } from "../contract.ts";

/** A title is announced a little after its first note. */
const announcedLateMs = 30_000;

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
export function PlayRow({ play }: { play: PlayView }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-5 py-3">
      <span className="min-w-0 grow basis-56">
        <span className="block text-16 font-semibold" dir="auto">
          {play.track.title || "No title"}
        </span>
        <span className="text-14 text-ink-2" dir="auto">
          {play.track.artist || "No artist"}
        </span>
      </span>
      <span className="flex items-center gap-4 text-14 text-ink-3">
        <TimeSince at={play.timestamp - announcedLateMs} />
        <Count icon={Headphones} count={play.listenCount} name="listens" />
        <Count icon={Heart} count={play.favoriteCount} name="favorites" />
        <Count icon={Megaphone} count={play.cheerCount} name="cheers" />
      </span>
    </div>
  );
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

/** A number under its icon, with its name for those who do not see that. */
export function Count({ icon: Icon, count, name }: { icon: typeof Heart; count: number; name: string }) {
  return (
    <span className="tabular flex items-center gap-1" title={name}>
      <Icon aria-hidden="true" className="size-4" />
      {abbreviate(count)}
      <span className="sr-only"> {name}</span>
    </span>
  );
}
