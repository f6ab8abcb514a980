import type { ReactNode } from "react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { SetRecordView } from "#app/domains/sets/contract/record.ts";
import type { HeatSpan } from "#app/domains/sets/heat-map.ts";
import { SetSection } from "#app/domains/sets/ui/set-section.tsx";
import { type ListedTrack, SetTracklist } from "#app/domains/sets/ui/set-tracklist.tsx";
import type { TracklistView } from "#app/domains/tracklists/contract/tracklists.ts";
import { coverInWords } from "#app/domains/tracklists/ui/words.ts";
import { Button } from "#app/ui/button.tsx";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";

const TracklistEditor = lazyPart(() => import("#app/domains/tracklists/ui/tracklist-editor.tsx"));
const SuggestName = lazyPart(() => import("#app/domains/tracklists/ui/suggest-name.tsx"));

/** Opens the editor: `playedSetPath(set)?tracklist=edit`. */
const mode = "tracklist";

/**
 * The tracklist of a set, with what nobody has named; its performer and the managers of its stage correct it here.
 * `children`: shown where there is nothing.
 */
export function SetTracks({
  set,
  first,
  map,
  now,
  children,
}: {
  set: SetRecordView;
  /** Null where the set was not on air. */
  first: TracklistView | null;
  map: readonly HeatSpan[] | null;
  now: number;
  children: ReactNode;
}) {
  const [changed, setChanged] = useState<TracklistView | null>(null);
  const [query, setQuery] = useSearchParams();
  const tracklist = changed ?? first;
  const canEdit = tracklist?.canEdit === true;
  const isEditing = canEdit && query.get(mode) === "edit";
  const setEditing = (isOn: boolean) =>
    setQuery(
      (before) => {
        if (isOn) before.set(mode, "edit");
        else before.delete(mode);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  const rows = rowsOf(set, tracklist);
  const until = Math.min(now, set.endTime ?? now);
  return (
    <SetSection title="Tracklist">
      {canEdit && (
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="grow text-14 text-ink-2">{coverInWords(tracklist, until - set.startTime)}</p>
          <Button onClick={() => setEditing(!isEditing)}>{isEditing ? "Done" : "Edit Tracklist"}</Button>
        </div>
      )}
      {isEditing ? (
        <InBrowser fallback={<SetTracklist tracks={rows} start={set.startTime} map={map} />}>
          <TracklistEditor
            tracklist={tracklist}
            from={set.startTime}
            until={set.endTime}
            now={now}
            onStored={setChanged}
          />
        </InBrowser>
      ) : rows.length > 0 ? (
        <SetTracklist
          tracks={rows}
          start={set.startTime}
          map={map}
          suggest={
            tracklist?.canSuggest && !canEdit
              ? (line, span) => (
                  <InBrowser>
                    <SuggestName set={tracklist.set} line={line} span={span} onSuggested={setChanged} />
                  </InBrowser>
                )
              : undefined
          }
        />
      ) : (
        children
      )}
    </SetSection>
  );
}

/** The lines with the numbers of their plays; a play without evidence is a line too. By time. */
function rowsOf({ tracks }: SetRecordView, tracklist: TracklistView | null): ListedTrack[] {
  if (tracklist === null) return tracks;
  const plays = new Map(tracks.map((track) => [track.id, track]));
  const lines = tracklist.lines.map((line): ListedTrack => {
    const play = plays.get(line.id);
    const numbers = { listenCount: null, favoriteCount: null, cheerCount: null };
    return {
      ...(play ?? numbers),
      id: line.id,
      timestamp: line.start,
      track: line.track ?? (line.isHidden ? { id: null, artist: "ID", title: "ID" } : null),
      line,
    };
  });
  const known = new Set(lines.map(({ id }) => id));
  return [...lines, ...tracks.filter(({ id }) => !known.has(id))].toSorted(
    (a, b) => a.timestamp - b.timestamp,
  );
}
