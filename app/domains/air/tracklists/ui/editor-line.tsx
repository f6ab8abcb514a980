import clsx from "clsx";
import { Check, EyeOff, Sparkles, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import type { RecordingClock } from "../../replays/recording-clock.ts";
import type { TracklistLine } from "../contract/tracklists.ts";
import { Suggestions, Versions } from "./line-choices.tsx";
import { HideForm, SplitForm, TimesForm } from "./line-forms.tsx";
import { LineMark } from "./line-mark.tsx";
import { type Name, NameForm } from "./name-form.tsx";
import { lineText, spanText, withoutName } from "./texts.ts";
import type { Editor } from "./use-editor.ts";

interface EditorLineProps {
  editor: Editor;
  line: TracklistLine;
  isChosen: boolean;
  isFirst: boolean;
  isLast: boolean;
  clock: RecordingClock;
  now: number;
  known: readonly Name[];
  /** The performer alone. */
  canHide: boolean;
  /** Its button, which takes the focus of the list. */
  buttonRef: ((element: HTMLButtonElement | null) => void) | undefined;
  onFocusBack: () => void;
}

/** A line: a button that chooses it, and below the chosen one what can be done to it. */
export function EditorLine(props: EditorLineProps) {
  const { editor, line, isChosen, clock, buttonRef } = props;
  const { choose, setForm } = editor;
  return (
    <li className={clsx("border-t border-tick", isChosen && "-mx-3 bg-control/50 px-3")}>
      <button
        type="button"
        ref={buttonRef}
        tabIndex={isChosen ? 0 : -1}
        aria-expanded={isChosen}
        onClick={() => {
          choose(line.id);
          setForm(null);
        }}
        className="grid min-h-11 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2 text-left sm:grid-cols-[8.5rem_minmax(0,1fr)_auto]"
      >
        <span className="tabular text-14 text-ink-3 max-sm:col-span-2">{spanText(line, clock)}</span>
        <LineName line={line} />
        <span className="flex items-center gap-2">
          <LineStates line={line} />
          {(line.track ?? line.possible) !== null && <LineMark line={line} />}
        </span>
      </button>
      {isChosen && (
        <div className="pb-4 sm:pl-37">
          <Notes line={line} />
          <Versions editor={editor} line={line} onFocusBack={props.onFocusBack} />
          <Suggestions editor={editor} line={line} clock={clock} />
          <LineForm {...props} />
        </div>
      )}
    </li>
  );
}

function LineName({ line }: { line: TracklistLine }) {
  const { track, possible, isSample, isHidden, confidence } = line;
  const name = track ?? possible;
  if (name === null) {
    return <span className="text-16 text-ink-2 italic">{isHidden ? "ID – ID" : withoutName}</span>;
  }
  const look = confidence === "possible" ? "text-16 text-ink-2" : "text-16 font-semibold";
  return (
    <span className="min-w-0">
      <span className={clsx("block wrap-anywhere", isSample ? "text-14" : look)} dir="auto">
        {name.title || "No title"}
      </span>
      <span className="block text-14 wrap-anywhere text-ink-2" dir="auto">
        {name.artist || "No artist"}
      </span>
    </span>
  );
}

function LineStates({ line }: { line: TracklistLine }) {
  return (
    <>
      {line.suggestions.length > 0 && (
        <State icon={<Sparkles className="size-4" />} words="Has suggestions" />
      )}
      {line.isContradicted && (
        <State icon={<TriangleAlert className="size-4 text-amber" />} words="Cue heard something else" />
      )}
      {line.isHidden && <State icon={<EyeOff className="size-4" />} words="Hidden from others" />}
      {line.isConfirmed && <State icon={<Check className="size-4 text-green" />} words="Confirmed" />}
    </>
  );
}

const State = ({ icon, words }: { icon: ReactNode; words: string }) => (
  <span title={words} className="text-ink-3">
    <span aria-hidden="true">{icon}</span>
    <span className="sr-only">{words}</span>
  </span>
);

function Notes({ line }: { line: TracklistLine }) {
  const notes = [
    line.isHidden && line.track === null && "The performer has hidden this track. Only they can change it.",
    line.isOwn && "Your own, unreleased.",
    line.isSample && "Heard for less than 20 s within another track: a sample, which is not reported.",
    line.isContradicted && "Cue heard a different track here than the one your software named.",
    line.confidence === "possible" &&
      line.track !== null &&
      "A possible match. Only you and the managers of the stage see this name.",
    line.possible !== null && "A possible match with a file in your crate. Only you see this name.",
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return <p className="pb-2 text-14 wrap-anywhere text-ink-2">{notes.join(" ")}</p>;
}

function LineForm(props: EditorLineProps) {
  const { editor, line, clock, now, known, onFocusBack } = props;
  const { form, setForm, verbs } = editor;
  const close = () => {
    setForm(null);
    onFocusBack();
  };
  const then = (done: unknown) => {
    onFocusBack();
    return done;
  };
  switch (form) {
    case "name":
      return (
        <NameForm
          first={nameOf(line)}
          known={known}
          action="Save Name"
          onName={(name) => then(verbs.name(line, name))}
          onClose={close}
        />
      );
    case "times":
      return (
        <TimesForm
          line={line}
          clock={clock}
          onMove={(start, end) => then(verbs.move(line, start, end))}
          onClose={close}
        />
      );
    case "split":
      return (
        <SplitForm
          line={line}
          clock={clock}
          now={now}
          onSplit={(at) => then(verbs.split(line, at))}
          onClose={close}
        />
      );
    case "hide":
      return (
        <HideForm line={line} now={now} onHide={(until) => then(verbs.hide(line, until))} onClose={close} />
      );
    default:
      return <Actions {...props} />;
  }
}

function nameOf({ track, possible }: TracklistLine): Name {
  const { artist, title } = track ?? possible ?? { artist: "", title: "" };
  return { artist, title };
}

function Actions({
  editor: { verbs, setForm },
  line,
  isFirst,
  isLast,
  canHide,
  onFocusBack,
}: EditorLineProps) {
  if (line.isHidden && !canHide) return null;
  const isNamed = line.track !== null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields
    <div role="group" aria-label={`Actions for ${lineText(line)}`} className="flex flex-wrap gap-2">
      {(isNamed || line.possible !== null) && !line.isConfirmed && line.versions.length === 0 && (
        <Button
          onClick={() => {
            verbs.confirm(line);
            onFocusBack();
          }}
        >
          Confirm
        </Button>
      )}
      <Button onClick={() => setForm("name")}>{isNamed ? "Rename" : "Name"}</Button>
      <Button onClick={() => setForm("times")}>Times</Button>
      <Button onClick={() => setForm("split")}>Split</Button>
      {!isFirst && <Button onClick={() => verbs.swap(line, -1)}>Move Up</Button>}
      {!isLast && <Button onClick={() => verbs.swap(line, 1)}>Move Down</Button>}
      {!isFirst && (
        <Button
          onClick={() => {
            verbs.merge(line);
            onFocusBack();
          }}
        >
          Merge with Above
        </Button>
      )}
      {isNamed && canHide && (
        <Button onClick={() => setForm("hide")}>{line.isHidden ? "Hidden" : "Hide"}</Button>
      )}
      {isNamed && (
        <Button aria-pressed={line.isOwn} onClick={() => verbs.own(line)}>
          My Own, Unreleased
        </Button>
      )}
      <Button
        tone="bare"
        onClick={() => {
          verbs.remove(line);
          onFocusBack();
        }}
      >
        Remove
      </Button>
    </div>
  );
}
