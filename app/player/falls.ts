import type { PlayerEngine } from "./engine-names.ts";

/**
 * The reason why an engine did not play, or ended although there was sound: the player then goes on with another one.
 */
export interface Fall {
  /** Epoch ms. */
  at: number;
  engine: PlayerEngine;
  reason: string;
}

const maxFalls = 50;
const falls: Fall[] = [];

export function noteFall(engine: PlayerEngine, reason: string): void {
  falls.push({ at: Date.now(), engine, reason });
  if (falls.length > maxFalls) falls.shift();
}

/** The falls of this page, oldest first. */
export function listFalls(): readonly Fall[] {
  return falls;
}
