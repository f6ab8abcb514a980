import { isSameDay } from "../time-format.ts";

/** Messages of one person within this time stand under one name. */
export const groupMs = 5 * 60_000;

interface Placed {
  /** Who wrote it, or null where it is no longer known. */
  by: string | null;
  /** Epoch ms. */
  at: number;
}

/** Whether a message stands together with the one before it, as the viewer's zone divides the days. Pure. */
export function standTogether(before: Placed, message: Placed, zone: string): boolean {
  return (
    before.by === message.by && message.at - before.at < groupMs && isSameDay(before.at, message.at, zone)
  );
}
