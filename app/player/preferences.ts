import * as z from "zod/mini";
import { storeKey } from "#app/ui/theme.ts";

const Percent = z.number().check(z.minimum(0), z.maximum(100));

export interface Preferences {
  /** 0 to 100. */
  volume: number;
  isMuted: boolean;
}

/** What this browser remembers; full volume where that is nothing, or nothing sensible. */
export function readPreferences(): Preferences {
  const { volume, isMuted } = readStore();
  const percent = Percent.safeParse(volume);
  return { volume: percent.success ? percent.data : 100, isMuted: isMuted === true };
}

/** Keeps what others have stored under the same key. */
export function writePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(storeKey, JSON.stringify({ ...readStore(), ...preferences }));
  } catch {
    // Private windows may refuse storage: the volume then lasts as long as the page.
  }
}

function readStore(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storeKey) ?? "{}");
    return typeof stored === "object" && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}
