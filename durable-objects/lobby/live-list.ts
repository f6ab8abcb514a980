import type { LiveEntry } from "#app/context.ts";
import { isCurrent } from "#app/domains/air/schedule/set-state.ts";
import { hasColumn } from "#packages/durable/columns.ts";
import type { RoomCount } from "../contract.ts";

/** The change since a room's last report; `listeners`: only the number of listeners. */
export type LiveChange = "nothing" | "listeners" | "all";

/** A room with something on air, or whose set should be, is in the list of what is live. */
export const isListed = ({ onAir }: LiveEntry): boolean => onAir.online || isCurrent(onAir.state);

/** A room that has been off the air this long is removed. */
const offAirMs = 24 * 3_600_000;

interface Count {
  version: number;
  listeners: number;
  /** The number that pages have. */
  told: number;
}

/**
 * The last report of every room that is live: the newest version wins, in any order of arrival. Numbers of listeners are
 * kept in memory: after an eviction those of the last report that changed something else count until the next.
 */
export class LiveList {
  readonly #sql: SqlStorage;
  /** Numbers that are newer than the rows, by kind and id. */
  readonly #counts = new Map<string, Count>();

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
    this.#sql.exec(`create table if not exists rooms (
      kind text not null, id text not null, version integer not null, on_air text not null, is_online integer not null,
      listeners integer not null, changed_at integer not null, primary key (kind, id)
    ) without rowid`);
    // Migrates a lobby of an earlier version.
    if (hasColumn(this.#sql, "rooms", "told_listeners"))
      this.#sql.exec("alter table rooms drop column told_listeners");
  }

  put(entry: LiveEntry, version: number, now: number): LiveChange {
    const known = this.#sql
      .exec<{ version: number; on_air: string; listeners: number }>(
        "select version, on_air, listeners from rooms where kind = ? and id = ?",
        entry.kind,
        entry.id,
      )
      .toArray()[0];
    const key = `${entry.kind}/${entry.id}`;
    const count = this.#counts.get(key);
    if (known !== undefined && Math.max(known.version, count?.version ?? 0) >= version) return "nothing";
    const { currentListeners } = entry.onAir;
    // The count has its own column, so that everything else can be compared.
    const onAir = JSON.stringify({ ...entry.onAir, currentListeners: 0 });
    if (known?.on_air === onAir) {
      const listeners = count?.listeners ?? known.listeners;
      this.#counts.set(key, { version, listeners: currentListeners, told: count?.told ?? known.listeners });
      return listeners === currentListeners ? "nothing" : "listeners";
    }
    this.#counts.delete(key);
    this.#sql.exec(
      `insert into rooms (kind, id, version, on_air, is_online, listeners, changed_at)
       values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
       on conflict (kind, id) do update set version = ?3, on_air = ?4, is_online = ?5, listeners = ?6,
         changed_at = ?7`,
      entry.kind,
      entry.id,
      version,
      onAir,
      isListed(entry) ? 1 : 0,
      currentListeners,
      now,
    );
    return "all";
  }

  /** Every room with something on air, or whose set should be. */
  entries(): LiveEntry[] {
    return this.#sql
      .exec<{ kind: LiveEntry["kind"]; id: string; on_air: string; listeners: number }>(
        "select kind, id, on_air, listeners from rooms where is_online order by kind, id",
      )
      .toArray()
      .map(({ kind, id, on_air, listeners }) => ({
        kind,
        id,
        onAir: {
          ...JSON.parse(on_air),
          currentListeners: this.#counts.get(`${kind}/${id}`)?.listeners ?? listeners,
        },
      }));
  }

  /** The counts that have changed since they were last taken. */
  takeListeners(): RoomCount[] {
    return [...this.#counts].flatMap(([key, count]) => {
      if (count.told === count.listeners) return [];
      count.told = count.listeners;
      const [kind, id] = key.split("/") as [LiveEntry["kind"], string];
      return [{ kind, id, currentListeners: count.listeners }];
    });
  }

  /** The number of rooms that have reported a number of listeners since this object started. */
  get counted(): number {
    return this.#counts.size;
  }

  /** The room was deleted. True where it was listed. */
  forget(kind: LiveEntry["kind"], id: string): boolean {
    this.#counts.delete(`${kind}/${id}`);
    return this.#sql.exec("delete from rooms where kind = ? and id = ?", kind, id).rowsWritten > 0;
  }

  /** Returns how many rooms are left. */
  sweep(now: number): number {
    this.#sql.exec("delete from rooms where not is_online and changed_at < ?", now - offAirMs);
    return this.#sql.exec<{ n: number }>("select count(*) as n from rooms").one().n;
  }
}
