import type { RoomState } from "#app/domains/air/stages/live/protocol.ts";
import { findStageTotals } from "#app/domains/value/stats/queries/stats.ts";
import { openDb } from "#db/client.ts";
import type { RoomCore } from "../core.ts";

/** The name in the due list by which the totals are read. */
export const totalsDue = "plays";

/** D1 is read once in this time, however much is reported. */
const everyMs = 2_000;
/** A row is written after the room has allowed it: one that takes longer is found by a second read. */
const laterMs = 5_000;

/**
 * The listens of a stage, and its sets that were on air: read from D1, where they are counted, and sent to every open
 * page.
 */
export class StageTotals {
  readonly #core: RoomCore;
  #isSeenAgain = false;

  constructor(core: RoomCore) {
    this.#core = core;
    core.observe(({ event }) => {
      if (event === "room set") this.changed();
    });
  }

  /** Someone is being counted now, or was counted before; or another broadcast is. */
  changed(): void {
    const { journal, due } = this.#core;
    if (journal.state.kind !== "stage") return;
    this.#isSeenAgain = true;
    void due.scheduleBy(totalsDue, Date.now() + everyMs);
  }

  async tell(): Promise<void> {
    const { env, journal, due } = this.#core;
    const isSeenAgain = this.#isSeenAgain;
    this.#isSeenAgain = false;
    const totals = await findStageTotals(openDb(env.DB), journal.state.id);
    if (totals !== undefined) notifyTotals(this.#core, totals);
    if (isSeenAgain) void due.scheduleBy(totalsDue, Date.now() + laterMs);
  }
}

/** A stage's totals, as far as they have been read. Does nothing where they are known already. */
export function notifyTotals({ journal, publish }: RoomCore, read: Totals): void {
  const { currentListeners, ...known } = journal.state;
  // Pages load with the totals; one that was never sent has changed for no one.
  const first: Totals = {};
  const changed: Totals = {};
  for (const name of ["listenCount", "setCount"] as const) {
    const count = read[name];
    if (count === undefined || count === known[name]) continue;
    if (known[name] === undefined) first[name] = count;
    else changed[name] = count;
  }
  if (Object.keys(first).length > 0) journal.amend(first);
  if (Object.keys(changed).length > 0)
    publish({ event: "room listeners", data: { currentListeners, ...changed } }, Date.now());
}

type Totals = Pick<RoomState, "listenCount" | "setCount">;
