import { isSameDay } from "../time-format.ts";

/** Messages of one person within this time are grouped under one name. */
export const groupMs = 5 * 60_000;

interface Placed {
  /** The writer, or null where that is no longer known. */
  by: string | null;
  /** Epoch ms. */
  at: number;
}

/** Whether a message is grouped with the one before it, with days in the viewer's zone. Pure. */
export function standTogether(before: Placed, message: Placed, zone: string): boolean {
  return (
    before.by === message.by && message.at - before.at < groupMs && isSameDay(before.at, message.at, zone)
  );
}
