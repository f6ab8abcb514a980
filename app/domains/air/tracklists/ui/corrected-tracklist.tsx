import type { ReactNode } from "react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import type { TracklistLine, TracklistView } from "../contract/tracklists.ts";
import { coverText } from "./texts.ts";

const TracklistEditor = lazyPart(() => import("./tracklist-editor.tsx"));
const SuggestName = lazyPart(() => import("./suggest-name.tsx"));

/** Opens the editor: `?tracklist=edit` after the address of the page. */
const mode = "tracklist";

/** The form by which a listener suggests a name for a line without one; `span`: its times, in words. */
export type Suggest = (line: TracklistLine, span: string) => ReactNode;

/**
 * The tracklist of a performance, which its performer and the managers of its stage correct here. `children` renders
 * it, with how names are suggested where the viewer may.
 */
export function CorrectedTracklist({
  first,
  now,
  children,
}: {
  /** Null where nothing was on air. */
  first: TracklistView | null;
  now: number;
  children: (tracklist: TracklistView | null, suggest: Suggest | undefined) => ReactNode;
}) {
  const [changed, setChanged] = useState<TracklistView | null>(null);
  const [query, setQuery] = useSearchParams();
  const tracklist = changed ?? first;
  if (tracklist === null) return children(null, undefined);
  if (!tracklist.canEdit) {
    const suggest: Suggest = (line, span) => (
      <InBrowser>
        <SuggestName set={tracklist.set} line={line} span={span} onSuggested={setChanged} />
      </InBrowser>
    );
    return children(tracklist, tracklist.canSuggest ? suggest : undefined);
  }
  const isEditing = query.get(mode) === "edit";
  const setEditing = (isOn: boolean) =>
    setQuery(
      (before) => {
        if (isOn) before.set(mode, "edit");
        else before.delete(mode);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  const list = children(tracklist, undefined);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="grow text-14 text-ink-2">{coverText(tracklist, now)}</p>
        <Button onClick={() => setEditing(!isEditing)}>{isEditing ? "Done" : "Edit Tracklist"}</Button>
      </div>
      {isEditing ? (
        <InBrowser fallback={list}>
          <TracklistEditor tracklist={tracklist} now={now} onStored={setChanged} />
        </InBrowser>
      ) : (
        list
      )}
    </>
  );
}
