import { Music2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { PersonRow, PersonRowSkeleton } from "#app/domains/people/ui/person-row.tsx";
import type { FoundTrack, FoundUser, SearchResult } from "#app/domains/search/contract.ts";
import { shownArtist, shownTitle, trackPath } from "#app/domains/tracks/shown.ts";

/** Users and songs, each under their own title, side by side where there is room. */
export function Results({ results, viewerId }: { results: SearchResult[]; viewerId: string }) {
  const users = results.filter((result): result is FoundUser => result.kind === "user");
  const tracks = results.filter((result): result is FoundTrack => result.kind === "track");
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
      {users.length > 0 && (
        <Section title="Users">
          {users.map((user) => (
            <li key={user.id} className="border-t border-tick">
              <PersonRow person={user} viewerId={viewerId} />
            </li>
          ))}
        </Section>
      )}
      {tracks.length > 0 && (
        <Section title="Songs">
          {tracks.map((track) => (
            <li key={track.id} className="border-t border-tick">
              <TrackLink track={track} />
            </li>
          ))}
        </Section>
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="display mb-2 text-28">
        {title}
      </h2>
      <ul className="border-b border-tick">{children}</ul>
    </section>
  );
}

function TrackLink({ track }: { track: FoundTrack }) {
  return (
    <Link to={trackPath(track.id)} className="group flex h-18 items-center gap-4">
      <span className="flex size-12 shrink-0 items-center justify-center bg-control text-ink-3">
        <Music2 aria-hidden="true" className="size-5" />
      </span>
      <span className="min-w-0">
        <span className="block truncate text-16 font-semibold group-hover:underline" dir="auto">
          {shownTitle(track.title)}
        </span>
        <span className="block truncate text-14 text-ink-3" dir="auto">
          {shownArtist(track.artist)}
        </span>
      </span>
    </Link>
  );
}

const awaited = ["first", "second", "third", "fourth"];

/** Where results will stand. */
export function ResultsSkeleton() {
  return (
    <div aria-hidden="true" className="max-w-2xl">
      {awaited.map((row) => (
        <div key={row} className="border-t border-tick">
          <PersonRowSkeleton />
        </div>
      ))}
    </div>
  );
}
