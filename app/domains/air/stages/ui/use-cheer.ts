import { ApiFailure, callApi, showFailure } from "#app/api-client.ts";
import { Store, useStore } from "#app/ui/store.ts";
import { cheerCall } from "../calls/stages.ts";
import { stageLimits } from "../contract/stages.ts";

/**
 * End (epoch ms) of the cooldown of each room's button. Outside components, so that the cooldown survives page changes.
 */
const restUntil = new Store<Record<string, number>>({});

/** The target of the applause: the room, and the track that is heard. */
export interface CheerTarget {
  /** The stage's id, or null on a profile. */
  room: string | null;
  dj: string | null;
  track: string | null;
  trackHistory: string | null;
  set: string | null;
}

/** One cheer in 3 minutes per room. The server's response is authoritative, including the remaining time. */
export function useCheer(target: CheerTarget) {
  const key = target.room ?? `profile/${target.dj}`;
  const until = useStore(restUntil, (rooms) => rooms[key] ?? 0, 0);
  const rest = (timeAt: number) => restUntil.change({ [key]: timeAt });
  /** `mediaAt`: server time in the sound at the listener's ear (epoch ms), or null while it is not heard. */
  const cheer = async (mediaAt: number | null) => {
    // Also applies where no response ever comes.
    rest(Date.now() + stageLimits.cheerResetMs);
    try {
      await callApi(cheerCall, { ...target, mediaAt });
      rest(Date.now() + stageLimits.cheerCooldownMs);
    } catch (error) {
      const waitMs = error instanceof ApiFailure ? error.retryAfterMs : undefined;
      rest(waitMs === undefined ? 0 : Date.now() + waitMs);
      showFailure(error);
    }
  };
  return { until, cheer };
}
