import { useState } from "react";
import { type Charset, charsetNames, charsets } from "#app/domains/base/text/charset/undeclared.ts";
import { Button } from "#app/ui/button.tsx";
import { wordFor } from "#app/ui/number.ts";
import { Select } from "#app/ui/select.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { duration } from "#app/ui/time-format.ts";
import type { LeftOutEntry, PlacedEntry } from "../history/placement.ts";
import { formatNames } from "./history-help.tsx";
import type { PreparedImport } from "./prepare-import.ts";

const maxShown = 50;
/** So few are shown without a press. */
const maxOpen = 10;
/** A clock that is less wrong is not worth a word. */
const tellableMs = 60_000;

/** Shows what a history file will add to the tracklist, and what it will not, before it is sent. */
export function ImportPreview({
  prepared,
  problem,
  isBusy,
  onCharset,
}: {
  prepared: PreparedImport;
  /** The problem with the charset that was chosen last. */
  problem: string | null;
  isBusy: boolean;
  onCharset: (charset: Charset) => void;
}) {
  const { file, placement, name } = prepared;
  const { placed, leftOut } = placement;
  return (
    <div className="space-y-3 text-16">
      <p className="text-14 text-ink-3">
        {formatNames[file.format]} · <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
      </p>
      <p className="display text-28 tabular">
        {placed.length} {wordFor(placed.length, "track", "tracks")} on this set
      </p>
      {file.charset?.isGuessed && (
        <CharsetChoice charset={file.charset.name} problem={problem} isBusy={isBusy} onChange={onCharset} />
      )}
      <Placed placed={placed} />
      <ClockNote prepared={prepared} />
      {file.leftOut > 0 && (
        <p className="text-14 text-ink-2">
          {file.leftOut} {wordFor(file.leftOut, "row was", "rows were")} only previewed or had no name.
        </p>
      )}
      {leftOut.length > 0 && <LeftOut entries={leftOut} />}
      {file.unread.length > 0 && <Unread lines={file.unread} />}
    </div>
  );
}

/** The file does not say how its letters are written: what was guessed can be changed. */
function CharsetChoice({
  charset,
  problem,
  isBusy,
  onChange,
}: {
  charset: Charset;
  problem: string | null;
  isBusy: boolean;
  onChange: (charset: Charset) => void;
}) {
  return (
    <div className="border-l-4 border-l-amber bg-control px-4 py-3">
      <p className="mb-2 text-14 text-ink-2">
        The file does not say how its letters are encoded. Are the names below right? If not, choose another
        encoding.
      </p>
      <Select
        label="Encoding"
        value={charset}
        isDisabled={isBusy}
        options={charsets.map((value) => ({ value, words: charsetNames[value] }))}
        onChange={(value) => onChange(value as Charset)}
      />
      <p role="alert" className="text-14 text-red">
        {problem}
      </p>
    </div>
  );
}

/** All of them: they are public with the next press. */
function Placed({ placed }: { placed: readonly PlacedEntry[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? placed : placed.slice(0, maxShown);
  return (
    <>
      <ul aria-label="Tracks" className="border-b border-tick text-14">
        {shown.map(({ entry, startsAt, isApproximate }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes
          <li key={index} className="flex gap-3 border-t border-tick py-2">
            <span className="w-16 shrink-0 text-ink-3 tabular">
              {isApproximate && <span title="The file has no time for it.">≈ </span>}
              <LocalTime at={startsAt} shape="clock" />
            </span>
            <bdi className="min-w-0 [overflow-wrap:anywhere]">{nameOf(entry)}</bdi>
          </li>
        ))}
      </ul>
      {placed.length > shown.length && (
        <Button tone="bare" onClick={() => setWhole(true)}>
          Show All {placed.length} Tracks
        </Button>
      )}
    </>
  );
}

function Unread({ lines }: { lines: readonly string[] }) {
  return (
    <details className="text-14" open={lines.length <= maxOpen}>
      <summary className="min-h-11 cursor-pointer py-3 text-ink-2">
        {lines.length} {wordFor(lines.length, "line was", "lines were")} not understood
      </summary>
      <ul className="mb-3 text-ink-3">
        {lines.slice(0, maxShown).map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes
          <li key={index} className="[overflow-wrap:anywhere]">
            <bdi>{line}</bdi>
          </li>
        ))}
        {lines.length > maxShown && <li>and {lines.length - maxShown} more</li>}
      </ul>
    </details>
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

/** Shows why tracks of the file are not on the set, by reason. */
export function LeftOut({
  entries,
}: {
  entries: readonly (LeftOutEntry | { artist: string; title: string; reason: string })[];
}) {
  const byReason = Map.groupBy(entries, ({ reason }) => reason);
  return (
    <details className="text-14" open={entries.length <= maxOpen}>
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
