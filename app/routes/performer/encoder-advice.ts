/** Advice for a performer's encoder about a set now: pure. */
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { onAirTimes } from "#app/domains/air/stages/on-air.ts";

/** Time before its start from which a set is shown at the top of the dashboard, ms. */
const headMs = 2 * 3_600_000;

/** The server's view of the performer's mount. */
export type EncoderPresence = "unknown" | "absent" | "quiet" | "sounding";

export type Advice =
  /** Its time has not come yet. */
  | "wait"
  /** Connected too early, and heard by its performer alone. */
  | "standby"
  /** The same, but it is on their profile. */
  | "early"
  /** The same, but it is heard nowhere: it is silent. */
  | "early-unheard"
  /** Its performer is on another stage until then. */
  | "elsewhere"
  /** Its time has come, and nothing is connected. */
  | "connect"
  /** Connected and without sound. */
  | "quiet"
  /** Connected, with sound, and the stage is about to carry it. */
  | "ready"
  /** The set has started without its performer. */
  | "late"
  /** The set has started, and the encoder has disconnected. */
  | "dropped"
  /** The set has started, and what the server hears is not known yet. */
  | "asking"
  | "on-air"
  /** Advice on air while nothing is heard. */
  | "silent"
  /** The stage waits for a source that dropped. */
  | "lost"
  /** The set has ended and its performer is still on. */
  | "overrun";

/** Returns when the stage starts to carry the performer's sound. */
export const opensAt = (set: Pick<SetView, "startTime">) => set.startTime - onAirTimes.earlyMs;

/** The set that starts within two hours or is on now; the sets are by start and none has ended. */
export function findHeadSet(sets: readonly SetView[], now: number): SetView | undefined {
  return sets.find((set) => set.endTime !== null && set.startTime - now <= headMs && now < set.endTime);
}

/**
 * `stage`: how the set's stage carries this performer now, or null where it does not. `wasConnected`: whether an
 * encoder of theirs was connected since the stage opened to them.
 */
export function adviseEncoder(
  set: Pick<SetView, "startTime" | "endTime">,
  {
    now,
    encoder,
    stage,
    isSilent = false,
    isOnStandby,
    isOnProfile = true,
    isElsewhere = false,
    wasConnected,
  }: {
    now: number;
    encoder: EncoderPresence;
    stage: "live" | "reconnecting" | "offline" | null;
    /** True where the stage carries silence. */
    isSilent?: boolean;
    isOnStandby: boolean;
    /** Their profile is on air. */
    isOnProfile?: boolean;
    /** Another stage has them on air. */
    isElsewhere?: boolean;
    wasConnected: boolean;
  },
): Advice {
  if (stage === "reconnecting") return "lost";
  if (stage === "live") {
    if (set.endTime !== null && now >= set.endTime) return "overrun";
    return isSilent ? "silent" : "on-air";
  }
  const isConnected = encoder === "quiet" || encoder === "sounding";
  if (now < opensAt(set)) {
    if (isElsewhere) return "elsewhere";
    if (!isConnected) return "wait";
    return isOnStandby ? "standby" : isOnProfile ? "early" : "early-unheard";
  }
  if (encoder === "quiet") return "quiet";
  if (isConnected) return "ready";
  if (now < set.startTime) return "connect";
  if (encoder === "unknown") return "asking";
  return wasConnected ? "dropped" : "late";
}
