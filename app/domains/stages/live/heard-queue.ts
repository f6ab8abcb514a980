import type { RoomEvent } from "./protocol.ts";

/** However far behind a player is, nothing is held back longer than this. */
const longestHeldMs = 15_000;

interface Held {
  event: RoomEvent;
  mediaAt: number;
  arrivedAt: number;
}

/**
 * Holds events of the sound (titles, cheers, favorites) until the listener's own ear gets there, so that what is
 * shown is what is heard. Everything else passes. Held events keep their order among themselves: counts in them
 * must not go backwards.
 */
export class HeardQueue {
  #held: Held[] = [];

  /**
   * Takes an event in and answers what is to be applied now, in order. `ear`: the server time of the sound at the
   * listener's ear, or null while the room is not sounding.
   */
  push(event: RoomEvent, ear: number | null, now: number): RoomEvent[] {
    const mediaAt = mediaAtOf(event);
    if (mediaAt === null) {
      // Another performance replaces the titles of the one before: what was held belongs before it.
      return replacesAll(event) ? [...this.#release(this.#held.length), event] : [event];
    }
    this.#held.push({ event, mediaAt, arrivedAt: now });
    return this.due(ear, now);
  }

  /** What has come due by now, in order. */
  due(ear: number | null, now: number): RoomEvent[] {
    const firstEarly = this.#held.findIndex((held) => !isDue(held, ear, now));
    return this.#release(firstEarly === -1 ? this.#held.length : firstEarly);
  }

  /** Milliseconds until the next held event may be due, or null when none is held. */
  nextInMs(ear: number | null, now: number): number | null {
    const next = this.#held[0];
    if (next === undefined) return null;
    const capMs = next.arrivedAt + longestHeldMs - now;
    return Math.max(0, ear === null ? 0 : Math.min(next.mediaAt - ear, capMs));
  }

  #release(count: number): RoomEvent[] {
    return this.#held.splice(0, count).map(({ event }) => event);
  }
}

function isDue(held: Held, ear: number | null, now: number): boolean {
  return ear === null || held.mediaAt <= ear || now - held.arrivedAt >= longestHeldMs;
}

function mediaAtOf(event: RoomEvent): number | null {
  return "mediaAt" in event.data ? event.data.mediaAt : null;
}

function replacesAll(event: RoomEvent): boolean {
  return event.event === "room set" || event.event === "snapshot";
}
