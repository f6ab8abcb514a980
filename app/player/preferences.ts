import * as z from "zod/mini";
import type { ListenOptions } from "#app/live/transport.ts";
import { readStore, writeStore } from "#app/ui/client-store.ts";
import { playerLimits } from "./limits.ts";
import { Sleep } from "./sleep.ts";

const { min, max, initial } = playerLimits.volume;
const Percent = z.number().check(z.minimum(min), z.maximum(max));

export interface Preferences {
  /** 0 to 100. */
  volume: number;
  isMuted: boolean;
  /** The choice of the listener, otherwise the suggestion of the browser and the network. */
  isLowData: boolean;
  isPatient: boolean;
  sleep: Sleep | null;
}

/** The preferences stored in this browser; full volume where there are none, or invalid ones. */
export function readPreferences(): Preferences {
  const { volume, isMuted, isLowData, isPatient, sleep } = readStore();
  const percent = Percent.safeParse(volume);
  const timer = Sleep.safeParse(sleep);
  return {
    volume: percent.success ? percent.data : initial,
    isMuted: isMuted === true,
    isLowData: typeof isLowData === "boolean" ? isLowData : suggestsLowData(),
    isPatient: isPatient === true,
    // A timer that ended while the page was closed is over.
    sleep: timer.success && timer.data.endsAt > Date.now() ? timer.data : null,
  };
}

export function writePreferences(changed: Partial<Preferences>): void {
  writeStore(changed);
}

/** The listener has data saving on, or the network is slower than what browsers call 4g. */
function suggestsLowData(): boolean {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  if (typeof connection !== "object" || connection === null) return false;
  const savesData = "saveData" in connection && connection.saveData === true;
  const isSlow = "effectiveType" in connection && connection.effectiveType !== "4g";
  return savesData || isSlow;
}

/**
 * The form of the sound: every packet separately (20 ms) for the lowest delay; three at a time, with a third of the
 * messages, for low data or smooth playback. A room with many listeners uses shards either way.
 */
export function toListenOptions({
  isLowData,
  isPatient,
}: Pick<Preferences, "isLowData" | "isPatient">): ListenOptions {
  return {
    listenClass: isLowData || isPatient ? "normal" : "live",
    behindMs: isPatient ? playerLimits.patience.behindMs : 0,
  };
}
