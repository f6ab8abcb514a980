import type { Announcer } from "./announcer.ts";
import type { GatewayCore } from "./core.ts";

/**
 * The kind of the checked sound: a performer's own mount is off the air meanwhile; a test mount never is on the air.
 */
export type CheckKind = "performer" | "test";

/** The name in the gateway's due list by which checks end. */
export const checksDue = "checks";

/** Time for which a finished check is kept, for the time from which its stream may be heard again. */
const keptMs = 24 * 3_600_000;

/**
 * Sound checks: who has taken their stream off the air to hear it alone, and until when. Their table is in the ledger.
 */
export class SoundChecks {
  readonly #sql: SqlStorage;
  readonly #core: GatewayCore;
  readonly #announcer: Announcer;

  constructor(core: GatewayCore, announcer: Announcer) {
    this.#core = core;
    this.#announcer = announcer;
    this.#sql = core.storage.sql;
  }

  /** Returns when the present check ends automatically (epoch ms), or null where there is none. */
  until(ownerId: string, kind: CheckKind): number | null {
    const [row] = this.#sql
      .exec<{ until: number }>(
        "select until from sound_checks where owner_id = ? and kind = ? and ended_at is null",
        ownerId,
        kind,
      )
      .toArray();
    return row?.until ?? null;
  }

  /** Starts a check, moves the end of the present one, or ends it (null). */
  async set(ownerId: string, kind: CheckKind, until: number | null, now: number): Promise<void> {
    if (until !== null) {
      this.#sql.exec(
        `insert into sound_checks (owner_id, kind, until, ended_at) values (?, ?, ?, null)
         on conflict (owner_id, kind) do update set until = excluded.until, ended_at = null`,
        ownerId,
        kind,
        until,
      );
    } else if (this.until(ownerId, kind) === null) return;
    else this.#end(ownerId, kind, now);
    await this.#tell(ownerId, kind);
  }

  /** Ends the checks that have expired. */
  async endDue(now: number): Promise<void> {
    const ended = this.#sql
      .exec<{ ownerId: string; kind: CheckKind }>(
        "select owner_id as ownerId, kind from sound_checks where ended_at is null and until <= ?",
        now,
      )
      .toArray();
    for (const { ownerId, kind } of ended) {
      this.#end(ownerId, kind, now);
      await this.#tell(ownerId, kind);
    }
    await this.#schedule();
  }

  forget(ownerId: string): void {
    this.#sql.exec("delete from sound_checks where owner_id = ?", ownerId);
  }

  sweep(now: number): void {
    this.#sql.exec("delete from sound_checks where ended_at < ?", now - keptMs);
  }

  #end(ownerId: string, kind: CheckKind, now: number): void {
    this.#sql.exec(
      "update sound_checks set ended_at = ? where owner_id = ? and kind = ?",
      now,
      ownerId,
      kind,
    );
  }

  /** Rooms are notified first, then the agent is told where to send the sound. */
  async #tell(ownerId: string, kind: CheckKind): Promise<void> {
    const { ledger } = this.#core;
    const streams = ledger.streamsOfOwner(ownerId, kind);
    for (const stream of streams) ledger.markChanged(stream);
    await this.#schedule();
    await this.#announcer.announceAll(streams);
  }

  async #schedule(): Promise<void> {
    const { at } = this.#sql
      .exec<{ at: number | null }>("select min(until) as at from sound_checks where ended_at is null")
      .one();
    await (at === null ? this.#core.due.cancel(checksDue) : this.#core.due.schedule(checksDue, at));
  }
}
