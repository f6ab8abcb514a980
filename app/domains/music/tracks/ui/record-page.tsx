import { type ReactNode, useId } from "react";
import { pictureWidths } from "#app/domains/base/pictures/contract.ts";
import { pictureAt } from "#app/domains/base/pictures/rules.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Picture } from "#app/ui/picture.tsx";
import type { SongView } from "../contract/records.ts";
import { SongRow } from "./song-row.tsx";

const [, smallWidth] = pictureWidths.profile;

/**
 * The head of an artist's or a label's page: picture and, in `children`, numbers and other data. Without a picture of
 * their own it is the cover of a song.
 */
export function RecordHeader({
  name,
  photo,
  songs,
  children,
}: {
  name: string;
  photo: string | null;
  songs: SongView[];
  children: ReactNode;
}) {
  return (
    <header className="flex flex-col gap-5 sm:flex-row sm:items-end">
      <Picture
        src={photo ?? coverOf(songs)}
        name={name}
        isEager
        className="size-32 sm:size-52 sm:self-start"
      />
      <div className="min-w-0 grow">
        <h1 className="display text-28 wrap-anywhere sm:text-44" dir="auto">
          {name}
        </h1>
        {children}
      </div>
    </header>
  );
}

/** Returns the cover of the last played song that has one. */
export const coverOf = (songs: readonly SongView[]): string | null =>
  songs.find(({ art }) => art !== null)?.art ?? null;

/** The songs of an artist or a label; says so where there are more than are shown. */
export function SongList({ songs, count, empty }: { songs: SongView[]; count: number; empty: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="display text-28">
          Songs
        </h2>
        {count > songs.length && <p className="text-14 text-ink-3">The last {songs.length} played</p>}
      </div>
      {songs.length === 0 ? (
        <EmptyState title={empty}>Each song appears here once a performer has played it on air.</EmptyState>
      ) : (
        <ol>
          {songs.map(({ lastPlayed, art, ...song }) => (
            <li key={song.id} className="flex items-center gap-4 border-t border-tick">
              <Picture
                src={pictureAt(art, smallWidth)}
                name={`${song.title} ${song.artist}`}
                className="size-11"
              />
              <div className="min-w-0 grow">
                <SongRow {...song} track={song} playedAt={lastPlayed} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
