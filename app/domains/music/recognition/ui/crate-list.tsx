import { Trash2 } from "lucide-react";
import { useState } from "react";
import { callApi } from "#app/api-client.ts";
import { useQuestion } from "#app/domains/air/stages/ui/manage/use-question.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Field } from "#app/ui/field.tsx";
import { wordFor } from "#app/ui/number.ts";
import { Select } from "#app/ui/select.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { deleteFromCrateCall } from "../calls.ts";
import type { CrateTrackView } from "../contract.ts";
import { arrange, type CrateSort, sortNames } from "./arrange.ts";
import { CrateRow } from "./crate-row.tsx";

/** Rows that are shown at first, and with each press. */
const step = 100;
/** Tracks in one call. */
const maxDeleted = 500;

/** The crate, to search, sort and tidy up. */
export function CrateList({
  tracks,
  onDeleted,
}: {
  tracks: readonly CrateTrackView[];
  onDeleted: (ids: readonly string[]) => void;
}) {
  const [text, setText] = useState("");
  const [sort, setSort] = useState<CrateSort>("newest");
  const [shown, setShown] = useState(step);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { ask, dialog } = useQuestion();
  if (tracks.length === 0)
    return (
      <EmptyState title="Your crate is empty">
        The tracks you add appear here. When Cue hears one of them in your set, your tracklist names it.
      </EmptyState>
    );
  const found = arrange(tracks, text, sort);
  const visible = found.slice(0, shown);
  const titles = new Map(tracks.map(({ id, title }) => [id, title]));
  const picked = found.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const areAllPicked = found.length > 0 && picked.length === found.length;
  const toggle = (id: string) =>
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const askToDelete = () =>
    ask({
      title: wordFor(picked.length, "Delete this track?", `Delete ${picked.length} tracks?`),
      text: "Cue no longer recognizes what you delete. Tracklists that already name it stay as they are.",
      action: wordFor(picked.length, "Delete Track", "Delete Tracks"),
      run: async () => {
        for (let from = 0; from < picked.length; from += maxDeleted)
          await callApi(deleteFromCrateCall, { track: picked.slice(from, from + maxDeleted) });
        onDeleted(picked);
        setChosen(new Set());
        showToast("confirm", wordFor(picked.length, "Track deleted", "Tracks deleted"));
      },
    });
  return (
    <>
      <div className="grid gap-x-4 sm:grid-cols-[1fr_14rem]">
        <Field
          label="Search"
          type="search"
          value={text}
          dir="auto"
          autoComplete="off"
          maxLength={100}
          onChange={(event) => {
            setText(event.target.value);
            setShown(step);
          }}
        />
        <Select
          label="Sort by"
          value={sort}
          options={Object.entries(sortNames).map(([value, words]) => ({ value, words }))}
          onChange={(value) => setSort(value as CrateSort)}
        />
      </div>
      <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2">
        <label className="flex min-h-11 grow cursor-pointer items-center gap-3 text-14">
          <input
            type="checkbox"
            className="size-5 accent-ink"
            checked={areAllPicked}
            disabled={found.length === 0}
            onChange={() => setChosen(new Set(areAllPicked ? [] : found.map(({ id }) => id)))}
          />
          {text === "" ? "Select all" : "Select all results"}
        </label>
        <output className="tabular text-14 text-ink-3">
          {wordFor(found.length, "1 track", `${found.length} tracks`)}
        </output>
        {picked.length > 0 && (
          <Button
            aria-haspopup="dialog"
            icon={<Trash2 aria-hidden="true" className="size-4" />}
            onClick={askToDelete}
          >
            {`Delete ${picked.length}`}
          </Button>
        )}
      </div>
      {found.length === 0 ? (
        <EmptyState title="No tracks found">Try a part of the title, the artist or the label.</EmptyState>
      ) : (
        <ul className="border-b border-tick">
          {visible.map((track) => (
            <CrateRow
              key={track.id}
              track={track}
              isChosen={chosen.has(track.id)}
              sameAs={track.sameAs === null ? null : (titles.get(track.sameAs) ?? null)}
              onToggle={toggle}
            />
          ))}
        </ul>
      )}
      {found.length > shown && (
        <Button className="mt-4" onClick={() => setShown(shown + step)}>
          Show More
        </Button>
      )}
      {dialog}
    </>
  );
}
