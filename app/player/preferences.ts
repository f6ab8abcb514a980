import * as z from "zod/mini";
import { readStore, writeStore } from "#app/ui/client-store.ts";

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

export function writePreferences({ volume, isMuted }: Preferences): void {
  writeStore({ volume, isMuted });
}
