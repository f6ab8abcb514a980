import { Plus, Undo2 } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Field } from "#app/ui/field.tsx";
import { areSingleKeysOn, isForPage } from "#app/ui/single-keys.ts";
import { type RecordingClock, timeIn } from "../../replays/recording-clock.ts";
import { listKnownNamesCall } from "../calls/tracklists.ts";
import type { TracklistView } from "../contract/tracklists.ts";
import { canConfirm } from "../optimistic.ts";
import { queueText } from "./corrections-queue.ts";
import { pressKey, shortcuts } from "./editor-keys.ts";
import { EditorLine } from "./editor-line.tsx";
import { ExportLinks } from "./export-links.tsx";
import { ImportHistoryButton } from "./import-history.tsx";
import { type Name, NameForm } from "./name-form.tsx";
import { readOffset, wrongTime } from "./texts.ts";
import { type Editor, useEditor } from "./use-editor.ts";

const noNames: readonly Name[] = [];

/**
 * The tracklist of a performance for its performer and the managers of its stage. Each correction is an act of its own:
 * two who correct at the same time do not overwrite each other.
 */
export default function TracklistEditor({
  tracklist,
  now,
  onStored,
}: {
  tracklist: TracklistView;
  now: number;
  /** Called after each correction with what the server has. */
  onStored: (view: TracklistView) => void;
}) {
  const { clock, endTime } = tracklist;
  const editor = useEditor(tracklist, onStored);
  const { state, index, choose, setForm, form } = editor;
  const { lines } = state;
  const { data } = useSWR(
    [listKnownNamesCall.path, tracklist.set],
    () => callApi(listKnownNamesCall, { set: tracklist.set }),
    { revalidateOnFocus: false, onError: () => {} },
  );
  const known = data?.names ?? noNames;
  const chosenButton = useRef<HTMLButtonElement | null>(null);
  const shouldFocus = useRef(false);
  const focusBack = () => {
    shouldFocus.current = true;
    chosenButton.current?.focus();
  };
  const setButton = (element: HTMLButtonElement | null) => {
    chosenButton.current = element;
    if (element !== null && shouldFocus.current) {
      shouldFocus.current = false;
      element.focus();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isForPage(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -lines.length, End: lines.length }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = lines[Math.min(Math.max(index + step, 0), lines.length - 1)];
      if (next === undefined) return;
      setForm(null);
      choose(next.id);
      shouldFocus.current = true;
      return;
    }
    if (!areSingleKeysOn() && !event.key.startsWith("Arrow")) return;
    const isStep = event.shiftKey && event.key.startsWith("Arrow");
    if (!pressKey(isStep ? `Shift+${event.key}` : event.key, editor, lines[index], tracklist.canImport))
      return;
    event.preventDefault();
    shouldFocus.current = document.activeElement === chosenButton.current;
  };
  return (
    <div>
      <Toolbar editor={editor} />
      {form === "add" && <AddForm editor={editor} clock={clock} now={now} known={known} onDone={focusBack} />}
      {lines.length === 0 ? (
        <EmptyState title="No tracks were recognized">
          Add the tracks you played, with their times.
        </EmptyState>
      ) : (
        // The keys are those of the focused buttons inside.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
        <ol aria-label="Lines" onKeyDown={onKeyDown}>
          {lines.map((line, at) => (
            <EditorLine
              key={line.id}
              editor={editor}
              line={line}
              isChosen={at === index}
              isFirst={at === 0}
              isLast={at === lines.length - 1}
              clock={clock}
              now={now}
              known={known}
              canHide={tracklist.canImport}
              buttonRef={at === index ? setButton : undefined}
              onFocusBack={focusBack}
            />
          ))}
        </ol>
      )}
      <Shortcuts canHide={tracklist.canImport} />
      {tracklist.canImport && (
        <ImportHistoryButton
          set={{
            id: tracklist.set,
            startsAt: timeIn(clock, 0),
            clock,
            endsAt: endTime,
            lines: state.view.lines,
          }}
          onImported={({ tracklist: imported }) => editor.take(imported)}
        />
      )}
      {lines.length > 0 && <ExportLinks set={tracklist.set} />}
    </div>
  );
}

/** Shows the actions on the whole list, and whether everything is stored; it stays in view. */
function Toolbar({ editor: { state, verbs, setForm, said } }: { editor: Editor }) {
  const { waiting, problem, canUndo, lines } = state;
  return (
    <div className="sticky top-(--head) z-10 mb-2 bg-ground py-2">
      <div className="flex flex-wrap gap-2">
        <Button tone="solid" disabled={!lines.some(canConfirm)} onClick={verbs.confirmAll}>
          Confirm All
        </Button>
        <Button icon={<Plus aria-hidden="true" className="size-4" />} onClick={() => setForm("add")}>
          Add Track
        </Button>
        <Button
          tone="bare"
          icon={<Undo2 aria-hidden="true" className="size-4" />}
          disabled={!canUndo}
          onClick={verbs.undo}
        >
          Undo
        </Button>
      </div>
      <p className="mt-1 min-h-5 text-14 text-ink-3" data-waiting={waiting}>
        {queueText(state)}
      </p>
      {problem !== null && (
        <p role="alert" className="text-14 text-red">
          {problem}
        </p>
      )}
      <output className="sr-only">{said}</output>
    </div>
  );
}

function AddForm({
  editor: { verbs, setForm },
  clock,
  now,
  known,
  onDone,
}: {
  editor: Editor;
  clock: RecordingClock;
  now: number;
  known: readonly Name[];
  onDone: () => void;
}) {
  const [start, setStart] = useState("0:00");
  const [error, setError] = useState<string>();
  return (
    <section aria-label="Add Track" className="border-t border-tick py-4">
      <Field
        label="Starts at"
        value={start}
        error={error}
        hint={`The time into the set, such as ${clockOffset(724_000)}.`}
        autoComplete="off"
        className="max-w-xs"
        onChange={(event) => {
          setStart(event.target.value);
          setError(undefined);
        }}
      />
      <NameForm
        first={{ artist: "", title: "" }}
        known={known}
        action="Add"
        onName={(name) => {
          const offset = readOffset(start);
          if (offset === null) return setError(wrongTime);
          const at = timeIn(clock, offset);
          if (at > now) return setError("The set has not reached this time yet.");
          verbs.add(at, name);
          onDone();
        }}
        onClose={() => {
          setForm(null);
          onDone();
        }}
      />
    </section>
  );
}

function Shortcuts({ canHide }: { canHide: boolean }) {
  const shown = shortcuts.filter(({ keys }) => canHide || keys !== "H");
  return (
    <details className="mt-4 border-t border-tick pt-2 text-14 text-ink-2">
      <summary className="min-h-11 cursor-pointer py-3 font-semibold">Keyboard Shortcuts</summary>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {shown.map(({ keys, does }) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="tabular">{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
