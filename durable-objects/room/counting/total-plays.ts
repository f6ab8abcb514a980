import { countListens } from "#app/domains/value/stats/queries/stats.ts";
import { openDb } from "#db/client.ts";
import type { RoomCore } from "../core.ts";

/** The name in the due list by which the total is read. */
export const totalPlaysDue = "plays";

/** D1 is read once in this time, however many listens are reported. */
const everyMs = 2_000;
/** A row is written after the room has allowed it: one that takes longer is found by a second read. */
const laterMs = 5_000;

/** Number of listens that a stage has had: read from D1, where they are counted, and sent to every open page. */
export class TotalPlays {
  readonly #core: RoomCore;
  #isSeenAgain = false;

  constructor(core: RoomCore) {
    this.#core = core;
  }

  /** Someone is being counted now, or was counted before. */
  changed(): void {
    const { journal, due } = this.#core;
    if (journal.state.kind !== "stage") return;
    this.#isSeenAgain = true;
    void due.scheduleBy(totalPlaysDue, Date.now() + everyMs);
  }

  async tell(): Promise<void> {
    const { env, journal, due } = this.#core;
    const isSeenAgain = this.#isSeenAgain;
    this.#isSeenAgain = false;
    notifyTotalPlays(this.#core, await countListens(openDb(env.DB), { stageId: journal.state.id }));
    if (isSeenAgain) void due.scheduleBy(totalPlaysDue, Date.now() + laterMs);
  }
}

/** Does nothing where it is known already. */
export function notifyTotalPlays({ journal, publish }: RoomCore, listenCount: number): void {
  const { currentListeners, listenCount: known } = journal.state;
  if (listenCount === known) return;
  // Pages load with the total; if it was never sent, it has changed for no one.
  if (known === undefined) journal.amend({ listenCount });
  else publish({ event: "room listeners", data: { currentListeners, listenCount } }, Date.now());
}
