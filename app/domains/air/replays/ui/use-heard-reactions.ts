import { useEffect, useRef, useState } from "react";
import { FloatingReactions, maxReactions, type Reaction } from "../../stages/live/reactions.ts";
import type { ReplayEventsView } from "../contract.ts";
import { heardCount, passedCount } from "../moment.ts";

/** The hearts, cheers and tips that float over the page now: each when its sound is heard. */
export function useHeardReactions(
  events: ReplayEventsView | undefined,
  position: number,
  isPlaying: boolean,
): readonly Reaction[] {
  const [list, setList] = useState<readonly Reaction[]>([]);
  const [floating] = useState(() => new FloatingReactions(setList));
  const before = useRef(position);
  const count = useRef(0);
  useEffect(() => {
    const from = before.current;
    before.current = position;
    if (events === undefined || !isPlaying) return;
    const made = (kind: "favorite" | "cheer", times: readonly number[]): Reaction[] => {
      const length = Math.min(maxReactions, passedCount(times, from, position));
      return Array.from({ length }, () => ({ id: count.current++, kind, by: null }));
    };
    const passed = passedCount(
      events.tips.map(({ at }) => at),
      from,
      position,
    );
    const heard = heardCount(events.tips, position);
    const tips = events.tips.slice(heard - passed, heard).map(
      ({ fromUsername, amount }): Reaction => ({
        id: count.current++,
        kind: "tip",
        by: fromUsername,
        amount,
      }),
    );
    floating.add([...tips, ...made("favorite", events.hearts), ...made("cheer", events.cheers)]);
  }, [events, position, isPlaying, floating]);
  return list;
}
