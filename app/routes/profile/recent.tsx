import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import type { PlayedSetView } from "#app/domains/air/sets/contract/changes.ts";
import { PlayedSetRow } from "#app/domains/air/sets/ui/played-set-row.tsx";
import type { FavoriteView, PlayView } from "#app/domains/music/tracks/contract/tracks.ts";
import { HeardFrom } from "#app/domains/music/tracks/ui/heard-from.tsx";
import { PlayList } from "#app/domains/music/tracks/ui/play-list.tsx";
import { SongArtist, SongTitle } from "#app/domains/music/tracks/ui/song-links.tsx";
import { performancesPath, songsPath } from "#app/paths.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { useViewer } from "../shell/viewer.ts";
import { recentLimits } from "./limits.ts";

const LaterSongs = lazyPart(() => import("./later-songs.tsx"));

function Section({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id={id} className="display text-28">
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}

function ViewAll({ to, of }: { to: string; of: string }) {
  return (
    <Link to={to} className="text-14 text-ink-2 hover:text-ink hover:underline">
      View All<span className="sr-only"> {of}</span>
    </Link>
  );
}

/** The last songs; loaded again when another one is heard, for a signed-in user. */
export function RecentSongs({
  personId,
  first,
  current,
}: {
  personId: string;
  first: PlayView[];
  current: string | null;
}) {
  const viewer = useViewer();
  const [hasNews, setHasNews] = useState(false);
  if (!hasNews && viewer && current !== null && first[0]?.id !== current) setHasNews(true);
  const list = (plays: PlayView[]) => (
    <Section
      title="Recent Past Songs"
      more={plays.length > 0 && <ViewAll to={songsPath(personId)} of="past songs" />}
    >
      <PlayList plays={plays.slice(0, recentLimits.songs)}>
        <EmptyState title="No songs performance">Songs played on air appear here.</EmptyState>
      </PlayList>
    </Section>
  );
  if (!hasNews) return list(first);
  return (
    <InBrowser fallback={list(first)}>
      <LaterSongs personId={personId} first={first} current={current}>
        {list}
      </LaterSongs>
    </InBrowser>
  );
}

/** The last performances that are over. */
export function RecentSets({ personId, sets }: { personId: string; sets: PlayedSetView[] }) {
  return (
    <Section
      title="Recent Performances"
      more={sets.length > 0 && <ViewAll to={performancesPath(personId)} of="past performances" />}
    >
      {sets.length === 0 ? (
        <EmptyState title="No performances yet">Past sets and replays appear here.</EmptyState>
      ) : (
        <ol>
          {sets.slice(0, recentLimits.sets).map((set) => (
            <li key={set.id} className="border-t border-tick">
              <PlayedSetRow set={set} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

/** Their latest favorites, and where they heard them. */
export function RecentFavorites({ favorites }: { favorites: FavoriteView[] }) {
  return (
    <Section title="Recent Favorites">
      {favorites.length === 0 ? (
        <EmptyState title="No songs favorited yet">Songs saved with the heart appear here.</EmptyState>
      ) : (
        <ol>
          {favorites.map((favorite) => (
            <li
              key={favorite.track.id}
              className="flex flex-wrap items-baseline gap-x-5 border-t border-tick py-3"
            >
              <span className="min-w-0 grow basis-56">
                <span className="block text-16 font-semibold" dir="auto">
                  <SongTitle track={favorite.track.id} title={favorite.track.title} />
                </span>
                <span className="text-14 text-ink-2" dir="auto">
                  <SongArtist artist={favorite.track.artist} />
                </span>
              </span>
              <span className="text-14 text-ink-3">
                <HeardFrom favorite={favorite} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
