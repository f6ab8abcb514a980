import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Correction, TracklistLine, TracklistView } from "../contract/tracklists.ts";
import { canConfirm } from "../optimistic.ts";
import { CorrectionsQueue } from "./corrections-queue.ts";
import { lineText, spanText, timeText } from "./texts.ts";

export type FormKind = "name" | "split" | "times" | "hide" | "add";

/** The state of the editor, and what can be done to its lines. */
export function useEditor(first: TracklistView, onStored: (view: TracklistView) => void) {
  // One queue as long as the editor is open: what it is given first stays its start.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  const queue = useMemo(() => new CorrectionsQueue(first, onStored), [first.set]);
  useEffect(() => queue.start(), [queue]);
  const state = useSyncExternalStore(queue.store.subscribe, queue.store.get, queue.store.get);
  const [chosen, setChosen] = useState<string | null>(null);
  const [form, setForm] = useState<FormKind | null>(null);
  const [said, setSaid] = useState("");
  const { lines } = state;
  const { clock } = first;
  const chosenId = chosen === null ? null : queue.idOf(chosen);
  const index = Math.max(
    0,
    lines.findIndex(({ id }) => id === chosenId || id === chosen),
  );

  const act = (correction: Correction | Correction[], words: string) => {
    setForm(null);
    setSaid(words);
    return queue.add(...[correction].flat());
  };
  const verbs = {
    confirm: (line: TracklistLine) =>
      (line.track ?? line.possible) !== null &&
      !line.isConfirmed &&
      act({ act: "confirm", line: line.id }, `Confirmed ${lineText(line)}.`),
    /** Chooses one of the versions that the ear cannot tell apart: the lines of the others are removed. */
    choose: (line: TracklistLine, version: TracklistLine["versions"][number] | null) => {
      const others = line.versions.flatMap((each) => (each === version ? [] : (each.line ?? [])));
      const { artist, title } = version ?? line.track ?? { artist: "", title: "" };
      const removed = version?.line == null ? others : [...others, line.id];
      const name = { act: "name", line: line.id, artist, title } as const;
      const isAnotherName = version !== null && version.line === null;
      const chosenLine = version?.line ?? line.id;
      setChosen(chosenLine);
      act(
        [
          isAnotherName ? name : { act: "confirm", line: chosenLine },
          ...removed.map((each) => ({ act: "remove", line: each }) as const),
        ],
        `Chose ${artist} – ${title}.`,
      );
    },
    confirmAll: () => lines.some(canConfirm) && act({ act: "confirm-all" }, "Confirmed all lines."),
    name: (line: TracklistLine, name: { artist: string; title: string }) =>
      act({ act: "name", line: line.id, ...name }, `Named ${name.artist} – ${name.title}.`),
    add: (start: number, name: { artist: string; title: string }) =>
      setChosen(act({ act: "add", start, end: null, ...name }, `Added ${name.artist} – ${name.title}.`)),
    remove: (line: TracklistLine) => {
      setChosen((lines[index + 1] ?? lines[index - 1])?.id ?? null);
      act({ act: "remove", line: line.id }, `Removed ${lineText(line)}.`);
    },
    split: (line: TracklistLine, at: number) =>
      setChosen(act({ act: "split", line: line.id, at }, `Split at ${timeText(at, clock)}.`)),
    merge: (line: TracklistLine) => {
      const above = lines[lines.indexOf(line) - 1];
      if (above === undefined) return;
      setChosen(above.id);
      act({ act: "merge", line: line.id, into: above.id }, `Merged with ${lineText(above)}.`);
    },
    move: (line: TracklistLine, start: number, end: number | null) => {
      if (end !== null && end <= start) return;
      act({ act: "move", line: line.id, start, end }, `Moved to ${spanText({ start, end }, clock)}.`);
    },
    /** Exchanges the times of a line with those of the one above (-1) or below (1). */
    swap: (line: TracklistLine, step: -1 | 1) => {
      const other = lines[lines.indexOf(line) + step];
      if (other === undefined) return;
      act(
        [
          { act: "move", line: line.id, start: other.start, end: other.end },
          { act: "move", line: other.id, start: line.start, end: line.end },
        ],
        `Moved ${lineText(line)} ${step < 0 ? "up" : "down"}.`,
      );
    },
    hide: (line: TracklistLine, until: number | null) =>
      act(
        { act: "hide", line: line.id, until },
        until === null ? "Shown again." : "Hidden: others see ID – ID.",
      ),
    own: (line: TracklistLine) =>
      act(
        { act: "own", line: line.id, isOwn: !line.isOwn },
        line.isOwn ? "No longer marked as your own." : "Marked as your own, unreleased.",
      ),
    accept: (suggestion: { id: string; artist: string; title: string }) =>
      act({ act: "accept", suggestion: suggestion.id }, `Named ${suggestion.artist} – ${suggestion.title}.`),
    dismiss: (suggestion: { id: string }) =>
      act({ act: "dismiss", suggestion: suggestion.id }, "Dismissed the suggestion."),
    undo: () => {
      if (!state.canUndo) return;
      setForm(null);
      setSaid("Undid the last correction.");
      queue.undo();
    },
  };
  const take = (view: TracklistView) => {
    setForm(null);
    queue.replace(view);
  };
  return { state, index, choose: setChosen, form, setForm, said, verbs, take };
}

export type Editor = ReturnType<typeof useEditor>;
