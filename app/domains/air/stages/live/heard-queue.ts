import { correctPlayed } from "./corrected.ts";
import type { PlayedTrack, RoomEvent, TracksCorrected } from "./protocol.ts";

/** However far behind a player is, nothing is held back longer than this … */
const longestHeldMs = 15_000;
/** … or than this, where it plays far behind on purpose: more than all the sound that a room keeps. */
const longestDeepMs = 90_000;

/** A listener's position in the sound. */
export interface Ear {
  /** Server time (epoch ms) of the sample heard now, or null while there is none. */
  heardAt: () => number | null;
  /** It plays far behind live on purpose: not only titles, but also what is on air is shown as it is heard. */
  isDeep: boolean;
  /**
   * The tracks of what is heard, where that is the past of what is on air: it may be hours behind, and jump, so
   * everything is held until it is heard. The room keeps them as they are now.
   */
  played?: readonly PlayedTrack[];
}

interface Held {
  event: RoomEvent;
  mediaAt: number;
  arrivedAt: number;
}

/**
 * Holds events of the sound (titles, cheers, favorites) until the listener hears that sound, so that the page shows
 * what is heard. All other events pass. Held events keep their order among themselves: counts in them must not go
 * backwards.
 *
 * For a listener who is far behind on purpose (`isDeep`), what is on air also belongs to the sound: another
 * performance, or a source that drops, is applied when they get there.
 */
export class HeardQueue {
  #held: Held[] = [];
  isDeep = false;
  /** Nothing is released before it is heard, however long that takes. */
  isRewound = false;

  /**
   * Takes an event and returns the events to apply now, in order. `ear`: the server time of the sound at the listener's
   * ear, or null while the room does not play.
   */
  push(event: RoomEvent, ear: number | null, now: number): RoomEvent[] {
    if (event.event === "tracks corrected") this.#correct(event.data);
    const mediaAt = mediaAtOf(event) ?? (this.isDeep && isProgramme(event) ? event.at : null);
    if (mediaAt === null) {
      // Another performance replaces the titles of the previous one: held events belong before it.
      return replacesAll(event) ? [...this.#release(this.#held.length), event] : [event];
    }
    if (event.event === "new track") this.insertTrack(event, now);
    else this.#held.push({ event, mediaAt, arrivedAt: now });
    return this.due(ear, now);
  }

  /** Corrects the held events, which are not heard yet. */
  #correct(corrected: TracksCorrected): void {
    this.#held = this.#held.flatMap((held) => {
      const { event } = held;
      if (event.event !== "new track") return [held];
      return correctPlayed([event.data], corrected).map((data) => ({ ...held, event: { ...event, data } }));
    });
  }

  /** Adds a track that is still to be heard, at its place; one that is held is not added again. */
  insertTrack(event: Extract<RoomEvent, { event: "new track" }>, now: number): void {
    const { trackHistory, mediaAt } = event.data;
    const isHeld = this.#held.some(
      (held) => held.event.event === "new track" && held.event.data.trackHistory === trackHistory,
    );
    if (isHeld) return;
    const later = this.#held.findIndex((held) => held.mediaAt > mediaAt);
    this.#held.splice(later === -1 ? this.#held.length : later, 0, { event, mediaAt, arrivedAt: now });
  }

  /** The events that are due by now, in order. */
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
    if (this.isRewound) return Number.POSITIVE_INFINITY;
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
  return "mediaAt" in event.data ? (event.data.mediaAt ?? null) : null;
}

function isProgramme(event: RoomEvent): boolean {
  return event.event === "room set" || event.event === "update set";
}

function replacesAll(event: RoomEvent): boolean {
  return event.event === "room set" || event.event === "snapshot";
}
