import { Pause, Play, RotateCcw } from "lucide-react";
import { Button } from "#app/ui/button.tsx";
import { wordFor } from "#app/ui/number.ts";
import { TickProgress } from "#app/ui/ticks.tsx";
import { duration } from "#app/ui/time-format.ts";
import type { CrateRunState, FailedFile } from "../crate/crate-run.ts";
import type { FailReason } from "../crate/wire.ts";

const reasons: Record<FailReason, string> = {
  format: "This browser cannot decode it. Try an MP3, FLAC or WAV.",
  "too-short": "It is shorter than ten seconds.",
  "too-long": "It is longer than four hours.",
  "too-large": "It is too long for this browser to decode. Try an MP3 or WAV of it.",
  silent: "There is too little sound to recognize it by.",
  unreadable: "It is damaged, or not audio.",
  unloaded: "A part of this page did not load. Reload the page, then add the file again.",
  refused: "It was not accepted.",
};
/** More are counted, not listed. */
const maxFailed = 50;

/** Shows the progress of the files. */
export function CrateProgress({
  state,
  onPause,
  onRetry,
}: {
  state: CrateRunState;
  onPause: (isPaused: boolean) => void;
  onRetry: () => void;
}) {
  const { total, done, failed, isPaused } = state;
  const ended = done + failed.length;
  const isOver = ended >= total;
  return (
    <section aria-label="Progress" className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="tabular text-16">
          <span className="display text-28">{ended}</span>
          {` of ${total} ${wordFor(total, "file", "files")}`}
        </p>
        {!isOver && (
          <Button
            icon={
              isPaused ? (
                <Play aria-hidden="true" className="size-4" />
              ) : (
                <Pause aria-hidden="true" className="size-4" />
              )
            }
            onClick={() => onPause(!isPaused)}
          >
            {isPaused ? "Resume" : "Pause"}
          </Button>
        )}
      </div>
      <progress className="sr-only" aria-label="Files in your crate" max={total} value={ended} />
      <TickProgress
        className="mt-2"
        share={total === 0 ? 0 : ended / total}
        tone={isOver ? "green" : "amber"}
      />
      <p className="tabular mt-2 min-h-5 truncate text-14 text-ink-3" dir="auto">
        {detailOf(state, isOver)}
      </p>
      {state.isOffline && (
        <div className="mt-3 flex flex-wrap items-center gap-3 border-l-4 border-l-amber bg-raised px-4 py-3">
          <p className="grow text-14 text-ink-2">
            Your crate cannot be reached right now. Nothing is lost: we keep trying.
          </p>
          <Button icon={<RotateCcw aria-hidden="true" className="size-4" />} onClick={onRetry}>
            Try Now
          </Button>
        </div>
      )}
      <output className="sr-only">{isOver && "All files are done"}</output>
      {failed.length > 0 && <Failed failed={failed} />}
    </section>
  );
}

function detailOf(
  { isPaused, known, reading, msLeft, unsent, guessed }: CrateRunState,
  isOver: boolean,
): string {
  if (isOver)
    return known === 0
      ? "Done."
      : wordFor(known, "Done. One was already in your crate.", `Done. ${known} were already in your crate.`);
  if (isPaused) return reading.length > 0 ? "Pausing once the current files are read." : "Paused.";
  if (reading.length === 0 && unsent > 0) return "Saving…";
  if (reading.length === 0 && guessed.length > 0) return "Waiting for you to check the names below.";
  const left =
    msLeft === null ? "" : msLeft < 60_000 ? "Less than a minute left · " : `${duration(msLeft)} left · `;
  return `${left}${reading[0] ?? ""}`;
}

function Failed({ failed }: { failed: readonly FailedFile[] }) {
  return (
    <details className="mt-3" open={failed.length <= 5}>
      <summary className="min-h-11 cursor-pointer py-3 text-14 font-semibold">
        {wordFor(failed.length, "One file failed", `${failed.length} files failed`)}
      </summary>
      <ul className="border-b border-tick">
        {failed.slice(0, maxFailed).map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list only grows.
          <li key={index} className="border-t border-tick py-2">
            <p className="text-14 wrap-anywhere" dir="auto">
              {name}
            </p>
            <p className="text-14 text-ink-3">{reasons[reason]}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
