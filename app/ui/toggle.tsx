import clsx from "clsx";
import { type ReactNode, useEffect, useId, useState } from "react";
import { showToast } from "./toast.tsx";

const savedShownForMs = 2_500;

/**
 * A switch that takes effect immediately. It moves on the press, waits for `onChange`, and moves back when that returns
 * false (the caller has shown the reason). `unavailable` is why it cannot be moved now, shown below the description.
 */
export function Toggle({
  label,
  description,
  isOn,
  onChange,
  unavailable,
}: {
  label: string;
  description?: ReactNode;
  isOn: boolean;
  /** Returns whether it succeeded; undefined where it is sent later with the rest of a form. */
  onChange: (isOn: boolean) => Promise<boolean> | undefined;
  unavailable?: string;
}) {
  const id = useId();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const isBusy = wanted !== null;
  const isShownOn = wanted ?? isOn;

  useEffect(() => {
    if (savedAt === null) return;
    const timer = setTimeout(() => setSavedAt(null), savedShownForMs);
    return () => clearTimeout(timer);
  }, [savedAt]);

  const press = async () => {
    if (unavailable) {
      showToast("warning", unavailable);
      return;
    }
    if (isBusy) return;
    setWanted(!isOn);
    setSavedAt(null);
    const isSaved = await onChange(!isOn);
    setWanted(null);
    if (isSaved) setSavedAt(performance.now());
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 py-3">
      <div className="min-w-0">
        <span id={`${id}-label`} className={clsx("block text-16", unavailable ? "text-ink-3" : "text-ink")}>
          {label}
        </span>
        {description && (
          <span id={`${id}-description`} className="mt-0.5 block max-w-[60ch] text-14 text-ink-3">
            {description}
          </span>
        )}
        {unavailable !== undefined && (
          <span id={`${id}-reason`} className="mt-0.5 block max-w-[60ch] text-14 text-ink-2">
            {unavailable}
          </span>
        )}
      </div>
      <div className="flex flex-col items-end">
        <button
          type="button"
          role="switch"
          aria-checked={isShownOn}
          aria-labelledby={`${id}-label`}
          aria-describedby={
            [description && `${id}-description`, unavailable && `${id}-reason`].filter(Boolean).join(" ") ||
            undefined
          }
          aria-disabled={unavailable !== undefined || undefined}
          aria-busy={isBusy || undefined}
          onClick={() => void press()}
          className="-my-2.5 flex h-11 w-14 items-center justify-end rounded-control"
        >
          <Fader isOn={isShownOn} isDim={unavailable !== undefined} isBusy={isBusy} />
        </button>
        {/* Its space exists before its text. */}
        <output className="label mt-1 min-h-4 text-ink-3">{savedAt !== null && "Saved"}</output>
      </div>
    </div>
  );
}

/** Two positions, like a cue switch on a deck: the cap shows the state, the slot behind it fills. */
function Fader({ isOn, isDim, isBusy }: { isOn: boolean; isDim: boolean; isBusy: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "relative block h-7 w-13 rounded-control border transition-colors",
        isDim ? "border-tick" : isOn ? "border-ink bg-ink" : "border-edge bg-ground",
      )}
    >
      <span
        className={clsx(
          "absolute top-[3px] left-[3px] flex h-5 w-5 items-center justify-center rounded-control transition-transform",
          isOn && "translate-x-6",
          isDim ? "bg-tick" : isOn ? "bg-ground" : "bg-edge",
        )}
      >
        <i
          className={clsx(
            "h-2.5 w-px",
            isBusy && "animate-pulse-slow",
            isDim ? "bg-ink-3" : isOn ? "bg-ink" : "bg-ground",
          )}
        />
      </span>
    </span>
  );
}
