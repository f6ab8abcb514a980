import clsx from "clsx";
import { SongArtist, SongTitle } from "#app/domains/music/tracks/ui/song-links.tsx";
import type { RecordingClock } from "../../replays/recording-clock.ts";
import type { TracklistLine } from "../contract/tracklists.ts";
import type { Suggest } from "./corrected-tracklist.tsx";
import { spanText, withoutName } from "./texts.ts";

/** The track of a line; without a line, one that has no evidence. `isLarge`: as large as the page allows. */
export function LineName({
  track,
  line,
  isLarge = false,
}: {
  track: { id: string | null; artist: string; title: string };
  line: TracklistLine | undefined;
  isLarge?: boolean;
}) {
  return (
    <>
      <span
        className={clsx(
          "block wrap-anywhere",
          isLarge ? "display text-28 sm:text-44" : line?.isSample ? "text-14" : "text-16 font-semibold",
        )}
        dir="auto"
      >
        <SongTitle track={track.id} title={track.title} />
      </span>
      <span className={clsx("block wrap-anywhere text-ink-2", isLarge ? "text-20" : "text-14")} dir="auto">
        <SongArtist artist={track.artist} isPlain={track.id === null} />
      </span>
      {line?.isSample && <span className="block text-12 text-ink-3">Sample</span>}
      {line && line.versions.length > 0 && (
        <span className="block text-14 wrap-anywhere text-ink-3">
          One of these versions: {line.versions.map(({ artist, title }) => `${artist} – ${title}`).join("; ")}
        </span>
      )}
    </>
  );
}

/** Something was heard that nobody has named. */
export function UnnamedLine({
  line,
  clock,
  suggest,
}: {
  line: TracklistLine;
  clock: RecordingClock;
  suggest: Suggest | undefined;
}) {
  const span = spanText(line, clock);
  return (
    <>
      <span className="block pb-1 text-16 text-ink-2">
        <span className="italic">{withoutName}</span>
        {", "}
        <span className="tabular whitespace-nowrap">{span}</span>
      </span>
      {line.takesSuggestions && suggest?.(line, span)}
    </>
  );
}
