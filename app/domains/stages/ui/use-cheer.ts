import { useSyncExternalStore } from "react";
import { ApiFailure, callApi, showFailure } from "#app/api-client.ts";
import { cheerCall } from "../calls/stages.ts";
import { stageLimits } from "../contract/stages.ts";

/** Until when (epoch ms) each room's button rests. Outside components: pages change, the cooldown stays. */
const restUntil = new Map<string, number>();
const listeners = new Set<() => void>();

function rest(room: string, until: number | null): void {
  if (until === null) restUntil.delete(room);
  else restUntil.set(room, until);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What is applauded: the room, and the track that is heard. */
export interface CheerTarget {
  /** The stage's id, or null on a profile. */
  room: string | null;
  dj: string | null;
  track: string | null;
  trackHistory: string | null;
  set: string | null;
}

/** One cheer in 3 minutes per room. The server's answer counts, also about how long is left. */
export function useCheer(target: CheerTarget) {
  const key = target.room ?? `profile/${target.dj}`;
  const until = useSyncExternalStore(
    subscribe,
    () => restUntil.get(key) ?? 0,
    () => 0,
  );
  /** `mediaAt`: server time in the sound at the listener's ear (epoch ms), or null while it is not heard. */
  const cheer = async (mediaAt: number | null) => {
    // Also holds where no answer ever comes.
    rest(key, Date.now() + stageLimits.cheerResetMs);
    try {
      await callApi(cheerCall, { ...target, mediaAt });
      rest(key, Date.now() + stageLimits.cheerCooldownMs);
    } catch (error) {
      const waitMs = error instanceof ApiFailure ? error.retryAfterMs : undefined;
      rest(key, waitMs === undefined ? null : Date.now() + waitMs);
      showFailure(error);
    }
  };
  return { until, cheer };
}
