import type { RoomEvent } from "./protocol.ts";

/** However far behind a player is, nothing is held back longer than this … */
const longestHeldMs = 15_000;
/** … or this, where it means to be far behind: more than all the sound that a room keeps. */
const longestDeepMs = 90_000;

/** Where a listener's ear is in the sound. */
export interface Ear {
  /** Server time (epoch ms) of the sample heard now, or null while there is none. */
  heardAt: () => number | null;
  /** It means to be far behind live: what is on air, and not only the titles, is shown as it is heard. */
  isDeep: boolean;
}

interface Held {
  event: RoomEvent;
  mediaAt: number;
  arrivedAt: number;
}

/**
 * Holds events of the sound (titles, cheers, favorites) until the listener's own ear gets there, so that what is
 * shown is what is heard. Everything else passes. Held events keep their order among themselves: counts in them
 * must not go backwards.
 *
 * To an ear that means to be far behind (`isDeep`), also what is on air belongs to the sound: another performance, or
 * a source that drops, is news to it when it gets there.
 */
export class HeardQueue {
  #held: Held[] = [];
  isDeep = false;

  /**
   * Takes an event in and answers what is to be applied now, in order. `ear`: the server time of the sound at the
   * listener's ear, or null while the room is not sounding.
   */
  push(event: RoomEvent, ear: number | null, now: number): RoomEvent[] {
    const mediaAt = mediaAtOf(event) ?? (this.isDeep && isProgramme(event) ? event.at : null);
    if (mediaAt === null) {
      // Another performance replaces the titles of the one before: what was held belongs before it.
      return replacesAll(event) ? [...this.#release(this.#held.length), event] : [event];
    }
    this.#held.push({ event, mediaAt, arrivedAt: now });
    return this.due(ear, now);
  }

  /** What has come due by now, in order. */
  due(ear: number | null, now: number): RoomEvent[] {
    const firstEarly = this.#held.findIndex((held) => !this.#isDue(held, ear, now));
    return this.#release(firstEarly === -1 ? this.#held.length : firstEarly);
  }

  /** Milliseconds until the next held event may be due, or null when none is held. */
  nextInMs(ear: number | null, now: number): number | null {
    const next = this.#held[0];
    if (next === undefined) return null;
    const capMs = next.arrivedAt + this.#longestMs - now;
    return Math.max(0, ear === null ? 0 : Math.min(next.mediaAt - ear, capMs));
  }

  get #longestMs(): number {
    return this.isDeep ? longestDeepMs : longestHeldMs;
  }

  #isDue(held: Held, ear: number | null, now: number): boolean {
    return ear === null || held.mediaAt <= ear || now - held.arrivedAt >= this.#longestMs;
  }

  #release(count: number): RoomEvent[] {
    return this.#held.splice(0, count).map(({ event }) => event);
  }
}

function mediaAtOf(event: RoomEvent): number | null {
  return "mediaAt" in event.data ? event.data.mediaAt : null;
}

function isProgramme(event: RoomEvent): boolean {
  return event.event === "room set" || event.event === "update set";
}

function replacesAll(event: RoomEvent): boolean {
  return event.event === "room set" || event.event === "snapshot";
}
