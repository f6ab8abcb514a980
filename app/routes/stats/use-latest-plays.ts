import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PlayView } from "#app/domains/music/tracks/contract/tracks.ts";
import type { LiveMap } from "../home/lists.ts";
import { useLobby } from "../home/use-lobby.ts";
import { addLatest, playsBegun } from "./latest-plays.ts";

/** `first`, preceded by everything that starts to play from then on. */
export function useLatestPlays(first: PlayView[]): PlayView[] {
  const live = useLobby(() => {});
  const before = useRef<LiveMap>(null);
  const [state, setState] = useState({ first, plays: first });
  if (state.first !== first) setState({ first, plays: first });

  const take = useEffectEvent((now: LiveMap) => {
    const begun = playsBegun(before.current, now, Date.now());
    before.current = now;
    if (begun.length > 0)
      setState(({ plays, ...rest }) => ({ ...rest, plays: begun.reduce(addLatest, plays) }));
  });
  useEffect(() => take(live), [live]);
  return state.plays;
}
