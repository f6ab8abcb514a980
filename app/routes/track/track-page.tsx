import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import type { TrackProfileView } from "#app/domains/music/tracks/contract/records.ts";
import { shownReleaseDate, shownTitle } from "#app/domains/music/tracks/shown.ts";
import { SongArtist } from "#app/domains/music/tracks/ui/song-links.tsx";
import { ThirdPartyLink } from "#app/domains/music/tracks/ui/third-party-link.tsx";
import { labelPath, trackPath } from "#app/paths.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { abbreviate } from "#app/ui/number.ts";
import { Picture } from "#app/ui/picture.tsx";
import { useOrigin, useViewer } from "../shell/viewer.ts";
import { Figures } from "../stage/figures.tsx";
import { ShareButton } from "../stage/share-button.tsx";
import { KeepTrack, useKept } from "./keep-track.tsx";
import { PreviewButton } from "./preview-button.tsx";
import { RecentPlays } from "./recent-plays.tsx";

interface TrackPageProps {
  track: TrackProfileView;
  /** Paths of the replays of its plays, by their id. */
  moments: Readonly<Record<string, string>>;
}

/** A song: its artists, its recording, and listeners' numbers. */
export function TrackPage({ track, moments }: TrackPageProps) {
  const origin = useOrigin();
  const viewer = useViewer();
  const kept = useKept(track, viewer?.id ?? null);
  return (
    <main id="main" className="mx-auto w-full max-w-4xl pb-12">
      <div className="flex items-center gap-1 px-2 py-1.5 sm:px-6">
        <BackButton />
        <span className="grow" />
        <ThirdPartyLink track={track} />
        <ShareButton name={shownTitle(track.title)} url={`${origin}${trackPath(track.id)}`} />
      </div>
      <div className="px-4 sm:px-8">
        <header className="flex flex-col gap-5 sm:flex-row sm:items-end">
          <Picture
            src={track.art}
            name={`${track.title} ${track.artist}`}
            isEager
            className="size-32 sm:size-52 sm:self-start"
          />
          <div className="min-w-0 grow">
            <h1 className="display text-28 wrap-anywhere sm:text-44" dir="auto">
              {shownTitle(track.title)}
            </h1>
            <p className="mt-1 text-20 wrap-anywhere text-ink-2" dir="auto">
              <SongArtist artist={track.artist} />
            </p>
            <Figures
              figures={[
                { one: "play", other: "plays", count: track.djPlayCount },
                { one: "listen", other: "listens", count: track.listenCount },
                { one: "favorite", other: "favorites", count: kept.favoriteCount },
                { one: "cheer", other: "cheers", count: track.cheerCount },
              ]}
            />
          </div>
        </header>
        <div className="mt-5 flex flex-wrap items-center gap-3 empty:hidden">
          {viewer && <KeepTrack kept={kept} />}
          {track.apple && (
            <a
              href={`https://music.apple.com/song/${encodeURIComponent(track.apple)}`}
              target="_blank"
              rel="noreferrer"
              className={buttonClass("quiet")}
            >
              Apple Music
            </a>
          )}
          {track.musicbrainz && (
            <a
              href={`https://musicbrainz.org/recording/${encodeURIComponent(track.musicbrainz)}`}
              target="_blank"
              rel="noreferrer"
              className={buttonClass("quiet")}
            >
              MusicBrainz
            </a>
          )}
          {track.preview && <PreviewButton src={track.preview} />}
        </div>
        <Recording track={track} />
        <Plays track={track} moments={moments} />
      </div>
    </main>
  );
}

/** The known data about the recording, if any. */
function Recording({ track }: { track: TrackProfileView }) {
  const { albumName, label, labelName, releaseDate, copyright, composer, publisher, isrc } = track;
  const { catalogueNumber, labelCode, durationMs } = track;
  const facts: [string, ReactNode][] = [
    ["Album", albumName],
    [
      "Label",
      label && (
        <Link to={labelPath(label)} className="underline decoration-edge hover:decoration-current">
          {labelName}
        </Link>
      ),
    ],
    ["Catalogue number", catalogueNumber],
    ["Label code", labelCode],
    ["Released", releaseDate && shownReleaseDate(releaseDate)],
    ["Composer", composer],
    ["Publisher", publisher],
    ["Duration", durationMs && clockOffset(durationMs)],
    ["ISRC", isrc],
    ["Copyright", copyright],
  ];
  const known = facts.filter(([, value]) => value !== null && value !== "");
  if (known.length === 0) return null;
  return (
    <dl className="mt-6 grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {known.map(([name, value]) => (
        <div key={name} className="min-w-0 border-t border-tick pt-2">
          <dt className="text-14 text-ink-3">{name}</dt>
          <dd className="text-16 wrap-anywhere" dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Plays({ track: { tracks, djPlayCount }, moments }: TrackPageProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="display text-28">
          Recent Plays
        </h2>
        {djPlayCount > tracks.length && (
          <p className="text-14 text-ink-3">
            The last {tracks.length} of {abbreviate(djPlayCount)}
          </p>
        )}
      </div>
      <RecentPlays plays={tracks} moments={moments} />
    </section>
  );
}
