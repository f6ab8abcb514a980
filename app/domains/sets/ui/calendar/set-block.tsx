import clsx from "clsx";
import type { CSSProperties } from "react";
import type { SetView } from "#app/domains/schedule/contract/sets.ts";
import { TimeRange } from "#app/ui/time.tsx";
import { setTimeState } from "../../time-state.ts";

const looks = {
  upcoming: "border-amber bg-amber-soft hover:bg-control",
  live: "border-green bg-green-soft hover:bg-control",
  ended: "border-edge bg-raised text-ink-2",
};
const words = { upcoming: "", live: "On now: ", ended: "Over: " };

/** One set in a calendar: amber if it is to come, green while it is on; a past set can no longer be changed. */
export function SetBlock({
  set,
  now,
  isShort = false,
  style,
  className,
  onChoose,
}: {
  set: SetView;
  now: number;
  /** There is room for one line. */
  isShort?: boolean;
  style?: CSSProperties;
  className?: string;
  onChoose: (set: SetView) => void;
}) {
  const state = setTimeState(set, now);
  const look = clsx(
    "flex flex-col overflow-hidden border-l-4 px-2 text-left text-ink transition-colors focus-visible:z-10",
    looks[state],
    className,
  );
  const content = (
    <>
      <span className="sr-only">{words[state]}</span>
      <span className="shrink-0 truncate text-14 font-semibold" dir="auto">
        {set.name}
      </span>
      <span className={clsx("shrink-0 truncate text-12 text-ink-2", isShort && "sr-only")}>
        <TimeRange start={set.startTime} end={set.endTime} withDay={false} />
      </span>
      <span className={clsx("shrink-0 truncate text-12 text-ink-2", isShort && "sr-only")} dir="auto">
        {set.user.username}
      </span>
    </>
  );
  if (state === "ended") {
    return (
      <div className={look} style={style} title={set.name}>
        {content}
      </div>
    );
  }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onChoose(set)}
      className={look}
      style={style}
      title={set.name}
    >
      {content}
    </button>
  );
}
