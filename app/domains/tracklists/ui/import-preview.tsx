import { wordFor } from "#app/ui/number.ts";
import { LocalTime } from "#app/ui/time.tsx";
import { duration } from "#app/ui/time-format.ts";
import type { LeftOutEntry } from "../history/placement.ts";
import { formatNames } from "./history-help.tsx";
import type { PreparedImport } from "./prepare-import.ts";

const maxShown = 50;
/** A clock that is less wrong is not worth a word. */
const tellableMs = 60_000;

/** What a history file will add to the tracklist, before it is sent. */
export function ImportPreview({ prepared }: { prepared: PreparedImport }) {
  const { file, placement, name } = prepared;
  const { placed, leftOut } = placement;
  const [first, last] = [placed[0], placed.at(-1)];
  return (
    <div className="space-y-3 text-16">
      <p className="text-14 text-ink-3">
        {formatNames[file.format]} · <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
      </p>
      <p className="display text-28 tabular">
        {placed.length} {wordFor(placed.length, "track", "tracks")} on this set
      </p>
      {first !== undefined && last !== undefined && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-14">
          <Play word="First" at={first.startsAt} entry={first.entry} />
          {last !== first && <Play word="Last" at={last.startsAt} entry={last.entry} />}
        </dl>
      )}
      <ClockNote prepared={prepared} />
      {file.leftOut > 0 && (
        <p className="text-14 text-ink-2">
          {file.leftOut} {wordFor(file.leftOut, "row was", "rows were")} only pre-listened or had no name.
        </p>
      )}
      {leftOut.length > 0 && <LeftOut entries={leftOut} />}
    </div>
  );
}

function Play({ word, at, entry }: { word: string; at: number; entry: { artist: string; title: string } }) {
  return (
    <>
      <dt className="text-ink-3 tabular">
        {word} <LocalTime at={at} shape="clock" />
      </dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">
        <bdi>{nameOf(entry)}</bdi>
      </dd>
    </>
  );
}

function ClockNote({ prepared: { file, placement } }: { prepared: PreparedImport }) {
  const { offsetMs, placed } = placement;
  const isApproximate = placed.some((each) => each.isApproximate);
  if (isApproximate)
    return (
      <p className="text-14 text-amber">The file has no times for all tracks: some times are approximate.</p>
    );
  if (file.clock === null || offsetMs === null || Math.abs(offsetMs) < tellableMs) return null;
  const by = duration(Math.abs(offsetMs));
  return (
    <p className="text-14 text-ink-2">
      {offsetMs < 0
        ? `The clock of the file is ${by} ahead of this set. The times are corrected.`
        : `The clock of the file is ${by} behind this set. The times are corrected.`}
    </p>
  );
}

/** Why tracks of the file are not on the set, by reason. */
export function LeftOut({
  entries,
}: {
  entries: readonly (LeftOutEntry | { artist: string; title: string; reason: string })[];
}) {
  const byReason = Map.groupBy(entries, ({ reason }) => reason);
  return (
    <details className="text-14">
      <summary className="min-h-11 cursor-pointer py-3 text-ink-2">
        {entries.length} {wordFor(entries.length, "track is", "tracks are")} left out
      </summary>
      {Array.from(byReason, ([reason, all]) => (
        <div key={reason} className="mb-3">
          <p className="font-semibold text-ink-2">{reason}</p>
          <ul className="text-ink-3">
            {all.slice(0, maxShown).map((each, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the list never changes
              <li key={index} className="[overflow-wrap:anywhere]">
                <bdi>{nameOf("entry" in each ? each.entry : each)}</bdi>
              </li>
            ))}
            {all.length > maxShown && <li>and {all.length - maxShown} more</li>}
          </ul>
        </div>
      ))}
    </details>
  );
}

const nameOf = ({ artist, title }: { artist: string; title: string }) =>
  artist === "" || title === "" ? artist || title : `${artist} – ${title}`;
