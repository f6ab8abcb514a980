/** Names for a line among which its performer or a manager chooses. */
import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import type { RecordingClock } from "../../replays/recording-clock.ts";
import type { TracklistLine } from "../contract/tracklists.ts";
import { nameText, suggestionText } from "./texts.ts";
import type { Editor } from "./use-editor.ts";

/** The performer knows which of several recordings it was that the ear cannot tell apart. */
export function Versions({
  editor: { verbs },
  line,
  onFocusBack,
}: {
  editor: Editor;
  line: TracklistLine;
  onFocusBack: () => void;
}) {
  if (line.versions.length === 0 || line.track === null) return null;
  const choices = [null, ...line.versions];
  return (
    <>
      <p className="text-14 text-ink-2">It is one of these versions. Which one did you play?</p>
      <ul aria-label="Versions" className="pb-2">
        {choices.map((version) => {
          const name = nameText(version ?? line.track ?? { artist: "", title: "" });
          return (
            <Choice key={version?.line ?? name} name={name}>
              <Button
                aria-label={`Choose ${name}`}
                onClick={() => {
                  verbs.choose(line, version);
                  onFocusBack();
                }}
              >
                Choose
              </Button>
            </Choice>
          );
        })}
      </ul>
    </>
  );
}

/** A name to choose, with what can be done with it. */
const Choice = ({ name, note, children }: { name: string; note?: string; children: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-2 py-1">
    <span className="min-w-0 grow basis-48 text-14 wrap-anywhere" dir="auto">
      {name}
      {note !== undefined && <span className="block text-ink-3">{note}</span>}
    </span>
    <span className="flex gap-2">{children}</span>
  </li>
);

/** Names that others suggest for a line without one. */
export function Suggestions({
  editor: { verbs },
  line,
  clock,
}: {
  editor: Editor;
  line: TracklistLine;
  clock: RecordingClock;
}) {
  if (line.suggestions.length === 0) return null;
  return (
    <ul aria-label="Suggestions" className="pb-2">
      {line.suggestions.map((suggestion) => {
        const name = nameText(suggestion);
        return (
          <Choice key={suggestion.id} name={name} note={suggestionText(suggestion, clock)}>
            <Button aria-label={`Accept ${name}`} onClick={() => verbs.accept(suggestion)}>
              Accept
            </Button>
            <Button tone="bare" aria-label={`Dismiss ${name}`} onClick={() => verbs.dismiss(suggestion)}>
              Dismiss
            </Button>
          </Choice>
        );
      })}
    </ul>
  );
}
