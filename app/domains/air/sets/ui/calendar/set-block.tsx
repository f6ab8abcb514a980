import clsx from "clsx";
import type { CSSProperties } from "react";
import type { SetStateName } from "#app/domains/air/schedule/contract/set-state.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { punctualityNote } from "#app/domains/air/schedule/punctuality.ts";
import { isCurrent, isUnheard, stateNow } from "#app/domains/air/schedule/set-state.ts";
import { stateInLine, stateTexts } from "#app/domains/air/schedule/state-texts.ts";
import { useNow } from "#app/ui/clock.ts";
import { TimeRange } from "#app/ui/time.tsx";

const upcoming = "border-amber bg-amber-soft hover:bg-control";
const unheard = "border-red bg-amber-soft hover:bg-control";
const past = "border-edge bg-raised text-ink-2";
const looks: Record<SetStateName, string> = {
  booked: upcoming,
  due: upcoming,
  standby: upcoming,
  late: unheard,
  "on-air": "border-green bg-green-soft hover:bg-control",
  silent: unheard,
  dropped: unheard,
  over: past,
  "still-connected": past,
};

/** One set in a calendar with its state; a past set can no longer be changed. */
export function SetBlock({
  set,
  isShort = false,
  style,
  className,
  onChoose,
}: {
  set: SetView;
  /** There is room for one line. */
  isShort?: boolean;
  style?: CSSProperties;
  className?: string;
  onChoose: (set: SetView) => void;
}) {
  const now = useNow();
  const state = stateNow(set, now);
  const isOver = set.endTime !== null && now >= set.endTime;
  // What is wrong now says more, and what is heard is no longer awaited, although it was read when it was.
  const isToldByState = (state.name === "on-air" && set.heardAt === null) || isUnheard(state);
  const note = isToldByState ? null : punctualityNote(set, now);
  const look = clsx(
    "flex flex-col overflow-hidden border-l-4 px-2 text-left text-ink transition-colors focus-visible:z-10",
    looks[state.name],
    className,
  );
  const content = (
    <>
      {note !== null && <span className="shrink-0 truncate text-12 font-semibold">{note}</span>}
      {note !== null ? null : isCurrent(state) ? (
        <span className="shrink-0 truncate text-12 font-semibold">{stateTexts[state.name].label}</span>
      ) : (
        <span className="sr-only">{stateInLine(state)}: </span>
      )}
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
  if (isOver) {
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
