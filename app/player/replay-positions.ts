/** Positions to which each replay was heard in this browser. */
import * as z from "zod/mini";
import { readStore, writeStore } from "#app/ui/client-store.ts";

/** Number of replays, those heard last. */
const maxKept = 50;
/** Distance from the end, or the start, within which a replay starts again. */
const nearMs = 30_000;

/** Positions by the replay's id, the one heard last first; ms. */
const Positions = z.record(z.string(), z.number().check(z.minimum(0)));
type Positions = z.infer<typeof Positions>;

/** Returns where to go on in this replay, ms; 0 where it was not heard, or almost to the end. */
export function readPosition(id: string, duration: number): number {
  const position = read()[id] ?? 0;
  return position < nearMs || position > duration - nearMs ? 0 : position;
}

export function keepPosition(id: string, position: number): void {
  const newest = [[id, Math.round(position)], ...othersThan(id)].slice(0, maxKept);
  writeStore({ replayPositions: Object.fromEntries(newest) });
}

/** It was heard to the end: the next play starts at 0. */
export function forgetPosition(id: string): void {
  writeStore({ replayPositions: Object.fromEntries(othersThan(id)) });
}

const othersThan = (id: string) => Object.entries(read()).filter(([known]) => known !== id);

function read(): Positions {
  const stored = Positions.safeParse(readStore().replayPositions);
  return stored.success ? stored.data : {};
}
