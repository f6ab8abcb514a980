import type { Audience } from "../../fan-out/audience.ts";
import type { RoomCore } from "../core.ts";
import type { LiveSetFeed } from "../live-set/live-set-feed.ts";
import type { Air } from "../on-air/air.ts";
import { notePeak, type Tracklist } from "../on-air/tracklist.ts";

const everyMs = 1_000;
/** While someone listens the count is checked again: after a crash there may be no other event that wakes the room. */
const lookAgainMs = 30_000;

interface HeadcountDeps {
  audience: Audience;
  air: Air;
  tracklist: Tracklist;
  liveSets: LiveSetFeed;
}

/** The number of listeners: everyone is sent it once a second at most. */
export class Headcount {
  readonly #core: RoomCore;
  readonly #deps: HeadcountDeps;
  #toldAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(core: RoomCore, deps: HeadcountDeps) {
    this.#core = core;
    this.#deps = deps;
  }

  /** Someone has started or stopped listening. The alarm is for a room that is evicted before it has sent the number. */
  changed(): void {
    const now = Date.now();
    notePeak(this.#deps, this.#deps.audience.count());
    void this.#core.due.scheduleBy("listeners", now + lookAgainMs);
    this.#timer ??= setTimeout(() => this.tell(), Math.max(0, this.#toldAt + everyMs - now));
  }

  /** Sends the number if that is due, for an alarm that comes before the timer. */
  tellIfDue(now: number): void {
    if (this.#timer !== undefined && now >= this.#toldAt + everyMs) this.tell();
  }

  /** Returns the number of listeners of this stream; undefined where it is not on air here. */
  listenersOf(stream: string): number | undefined {
    const { audience, air } = this.#deps;
    return air.broadcast?.onAir.stream === stream ? audience.count() : undefined;
  }

  /** Corrects the stored count, which may be some seconds old after an eviction. */
  check(): void {
    const { journal } = this.#core;
    const { audience } = this.#deps;
    if (audience.count() !== journal.state.currentListeners) this.changed();
  }

  tell(): void {
    const { journal, due, publish } = this.#core;
    const { audience, air, liveSets } = this.#deps;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#toldAt = Date.now();
    const currentListeners = audience.count();
    notePeak(this.#deps, currentListeners);
    if (air.broadcast !== null) air.noteSteady(audience.steadyCount(this.#toldAt));
    if (currentListeners > 0) void due.postpone("listeners", this.#toldAt + lookAgainMs);
    if (currentListeners === journal.state.currentListeners) return;
    const data = { currentListeners };
    publish({ event: "room listeners", data }, this.#toldAt);
    if (journal.state.kind === "profile") publish({ event: "profile listeners", data }, this.#toldAt);
    liveSets.counted(currentListeners);
  }
}
