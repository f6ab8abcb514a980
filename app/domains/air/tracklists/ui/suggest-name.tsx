import { useState } from "react";
import { ApiFailure, callApi } from "#app/api-client.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { suggestTrackCall } from "../calls/tracklists.ts";
import type { TracklistLine, TracklistView } from "../contract/tracklists.ts";
import { NameForm } from "./name-form.tsx";

/** A listener's name for what nobody has named. */
export default function SuggestName({
  set,
  line,
  span,
  onSuggested,
}: {
  set: string;
  line: TracklistLine;
  /** Its times, in words. */
  span: string;
  onSuggested: (view: TracklistView) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const work = useWork((error) =>
    showToast("error", error instanceof ApiFailure ? error.message : "Your suggestion was not sent."),
  );
  const [mine] = line.suggestions.filter(({ isMine }) => isMine);
  if (isOpen) {
    return (
      <NameForm
        first={{ artist: mine?.artist ?? "", title: mine?.title ?? "" }}
        known={[]}
        action="Suggest"
        onName={(name) =>
          void work.run(async () => {
            onSuggested(await callApi(suggestTrackCall, { set, start: line.start, ...name }));
            setOpen(false);
            showToast("confirm", "Thank you. It is shown once the performer or other listeners agree.");
          })
        }
        onClose={() => setOpen(false)}
      />
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {mine && (
        <span className="text-14 wrap-anywhere text-ink-3" dir="auto">
          You suggested {mine.artist} – {mine.title}.
        </span>
      )}
      <Button isBusy={work.isBusy} aria-label={`Suggest a name for ${span}`} onClick={() => setOpen(true)}>
        {mine ? "Suggest Another Name" : "Suggest a Name"}
      </Button>
    </span>
  );
}
