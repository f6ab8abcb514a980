import { decideGoLive, type LiveNews } from "#app/domains/people/notifications/go-live.ts";
import { alerts } from "../../stubs.ts";
import type { RoomCore } from "../core.ts";
import type { RoomFacts } from "../facts.ts";
import { goneLive, wasLive } from "../memory.ts";
import type { Turn } from "./air.ts";
import type { OwnEvents } from "./own-events.ts";

/** The name of this task in the room's due list: its alarm calls `tell` for it. */
export const goLiveDue = "go-live";

/** Records what has gone live here, and starts the alerts. Another object sends them, at no cost to the room. */
export class GoLive {
  readonly #core: RoomCore;
  readonly #ownEvents: OwnEvents;

  constructor(core: RoomCore, ownEvents: OwnEvents) {
    this.#core = core;
    this.#ownEvents = ownEvents;
  }

  /** The broadcast on air has changed, or ended. `connectedAt`: since when its encoder is connected. */
  changed(turn: Turn, facts: RoomFacts | null, connectedAt: number | null, now: number): void {
    const { kind, id, memory, due } = this.#core;
    const { before, after } = turn;
    this.#ownEvents.changed(turn, now);
    if (before !== null) {
      const { performerId, setId } = before.onAir;
      memory.set(wasLive, { performerId, setId, until: now });
    }
    if (after === null || facts === null) return;
    const told = decideGoLive({
      kind,
      was: memory.get(wasLive),
      is: after.onAir,
      connectedMs: connectedAt === null ? null : now - connectedAt,
      now,
    });
    if (told === null) return;
    this.#ownEvents.live(after, facts, told.performer, now);
    const set = facts.sets.find((each) => each.id === after.onAir.setId);
    const { id: performerId, username } = set?.user ?? facts.performer ?? {};
    const news: LiveNews = {
      broadcastId: after.id,
      performer:
        told.performer && performerId !== undefined && username !== undefined
          ? { id: performerId, username }
          : null,
      stage: kind === "stage" ? { id, name: facts.name, isTold: told.stage } : null,
      at: now,
    };
    memory.set(goneLive, [...this.#waiting(), news]);
    void due.scheduleBy(goLiveDue, now);
  }

  /** Starts the alerts. May run twice: there is one run per broadcast. */
  async tell(): Promise<void> {
    const { env, path, memory } = this.#core;
    for (const news of this.#waiting()) {
      await alerts(env, path, news.broadcastId).begin(path, news);
      memory.set(
        goneLive,
        this.#waiting().filter(({ broadcastId }) => broadcastId !== news.broadcastId),
      );
    }
  }

  /** Deletes what is stored about this user here. */
  forget(userId: string): void {
    const { memory } = this.#core;
    if (memory.get(wasLive)?.performerId === userId) memory.set(wasLive, null);
    const left = this.#waiting().filter(({ performer }) => performer?.id !== userId);
    memory.set(goneLive, left);
  }

  #waiting(): LiveNews[] {
    return this.#core.memory.get(goneLive);
  }
}
