import type { DueList } from "../../alarms.ts";
import type { Audience } from "../../fan-out/audience.ts";
import type { Journal, RoomEventBody } from "../../fan-out/journal.ts";
import type { LiveSetFeed } from "../live-set/live-set-feed.ts";
import type { Director } from "../on-air/director.ts";

const everyMs = 1_000;
/** While someone listens the count is checked again: after a crash there may be no other event that wakes the room. */
const lookAgainMs = 4_000;

interface HeadcountDeps {
  due: DueList;
  audience: Audience;
  journal: Journal;
  director: () => Director;
  desk: () => LiveSetFeed;
  publish(body: RoomEventBody, at: number): void;
}

/** The number of listeners: its peak is stored immediately, and everyone is sent the number once a second at most. */
export class Headcount {
  readonly #deps: HeadcountDeps;
  #toldAt = 0;

  constructor(deps: HeadcountDeps) {
    this.#deps = deps;
  }

  /** Someone has started or stopped listening: due by alarm, so that it is sent even after an eviction. */
  changed(): void {
    this.#deps.director().notePeak(this.#deps.audience.count());
    void this.#deps.due.scheduleBy("listeners", Math.max(Date.now(), this.#toldAt + everyMs));
  }

  /** How many listeners this stream has; undefined where it is not on air here. */
  listenersOf(stream: string): number | undefined {
    const { audience, director } = this.#deps;
    return director().air.broadcast?.onAir.stream === stream ? audience.count() : undefined;
  }

  /** After an eviction the stored count may be some seconds old. */
  check(): void {
    const { audience, journal } = this.#deps;
    if (audience.count() !== journal.state.currentListeners) this.changed();
  }

  tell(): void {
    const { audience, journal, director, desk, due } = this.#deps;
    this.#toldAt = Date.now();
    const currentListeners = audience.count();
    director().notePeak(currentListeners);
    if (currentListeners > 0) void due.schedule("listeners", this.#toldAt + lookAgainMs);
    if (currentListeners === journal.state.currentListeners) return;
    const data = { currentListeners };
    this.#deps.publish({ event: "room listeners", data }, this.#toldAt);
    if (journal.state.kind === "profile")
      this.#deps.publish({ event: "profile listeners", data }, this.#toldAt);
    desk().counted(currentListeners);
  }
}
