import { toWordFilter, type WordFilter } from "#app/domains/air/stages/blocked-words.ts";
import type { ChatSettings } from "#app/domains/air/stages/contract/moderation.ts";
import type { Restriction } from "#app/domains/air/stages/live/moderation-rules.ts";
import type { Memory } from "#packages/durable/memory.ts";
import { type ModerationFacts, type StoredModeration } from "../facts.ts";
import { moderation } from "../memory.ts";

/** Settings as read from D1. */
const nothing: StoredModeration = {
  settings: { slowSeconds: 0, hasLinks: true, blockedWords: [] },
  managerIds: [],
};

/**
 * The chat settings and restrictions of a stage. D1 is the source; this copy is read with the room's facts and survives
 * evictions.
 */
export class Moderation {
  readonly #sql: SqlStorage;
  readonly #memory: Memory;
  readonly #restricted: Map<string, Restriction>;
  #kept: StoredModeration;
  #holdsBlockedWord: WordFilter;

  constructor(storage: DurableObjectStorage, memory: Memory) {
    this.#sql = storage.sql;
    this.#memory = memory;
    this.#sql.exec(
      "create table if not exists restricted (user_id text primary key, until integer) without rowid",
    );
    const rows = this.#sql.exec<{ user_id: string; until: number | null }>(
      "select user_id, until from restricted",
    );
    this.#restricted = new Map(rows.toArray().map(({ user_id, until }) => [user_id, { until }]));
    this.#kept = memory.get(moderation) ?? nothing;
    this.#holdsBlockedWord = toWordFilter(this.settings.blockedWords);
  }

  get settings(): ChatSettings {
    return this.#kept.settings;
  }

  get holdsBlockedWord(): WordFilter {
    return this.#holdsBlockedWord;
  }

  isManager(userId: string): boolean {
    return this.#kept.managerIds.includes(userId);
  }

  /** Includes expired restrictions. */
  restrictionOf(userId: string): Restriction | undefined {
    return this.#restricted.get(userId);
  }

  /** Returns the restriction of this person at `now` (epoch ms), or null. Nothing restricts a manager. */
  nowOf(userId: string, now: number): Restriction | null {
    const restriction = this.#restricted.get(userId);
    if (restriction === undefined || this.isManager(userId)) return null;
    return restriction.until === null || restriction.until > now ? restriction : null;
  }

  restrict(userId: string, restriction: Restriction | null): void {
    if (restriction === null) {
      this.#restricted.delete(userId);
      this.#sql.exec("delete from restricted where user_id = ?", userId);
    } else if (this.#restricted.get(userId)?.until !== restriction.until) {
      this.#restricted.set(userId, restriction);
      this.#sql.exec(
        "insert into restricted (user_id, until) values (?1, ?2) on conflict (user_id) do update set until = ?2",
        userId,
        restriction.until,
      );
    }
  }

  replace({ restricted, ...kept }: ModerationFacts): void {
    const known = new Map(restricted.map(({ userId, until }) => [userId, { until }]));
    for (const userId of this.#restricted.keys()) if (!known.has(userId)) this.restrict(userId, null);
    for (const [userId, restriction] of known) this.restrict(userId, restriction);
    if (JSON.stringify(kept) === JSON.stringify(this.#kept)) return;
    this.#kept = kept;
    this.#memory.set(moderation, kept);
    this.#holdsBlockedWord = toWordFilter(kept.settings.blockedWords);
  }
}
