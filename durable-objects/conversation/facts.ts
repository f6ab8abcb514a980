import { Facts } from "#app/domains/air/messages/facts.ts";
import { type PersonFacts, readWritingFacts } from "#app/domains/air/messages/queries/messages.ts";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { toPersonView } from "#app/domains/people/people/views.ts";
import { AppError } from "#app/errors.ts";
import { withTimeout } from "#app/with-timeout.ts";
import { openDb } from "#db/client.ts";

/** Time after which D1 counts as unavailable. */
const patienceMs = 5_000;

/** Maximum age of data that is only displayed for a moment, never for decisions. */
const latelyMs = 10_000;

interface PersonRow extends Record<string, SqlStorageValue> {
  id: string;
  username: string;
  photo: string | null;
}

/**
 * The people of a conversation. For every decision D1 is read again; their names are cached for events that are sent
 * while D1 is unavailable.
 */
export class People {
  readonly #sql: SqlStorage;
  readonly #d1: D1Database;
  /** The last result from D1: for display only, never for decisions. */
  #latest: { facts: Facts; at: number } | undefined;

  constructor(sql: SqlStorage, d1: D1Database) {
    this.#sql = sql;
    this.#d1 = d1;
    this.#sql.exec(
      "create table if not exists people (id text primary key, username text not null, photo text) without rowid",
    );
  }

  /** @throws AppError `unavailable` where D1 is unavailable. */
  async ask(ids: readonly string[]): Promise<Facts> {
    const asked = [...new Set(ids)];
    const read = await withTimeout(patienceMs, readWritingFacts(openDb(this.#d1), asked)).catch(
      (error: unknown) => {
        throw new AppError("unavailable", { cause: error });
      },
    );
    const facts = new Facts(read);
    for (const id of asked) this.#learn(id, facts.person(id));
    this.#latest = { facts, at: Date.now() };
    return facts;
  }

  /** Returns the same as `ask`, but a result that is some seconds old is enough. */
  async readCached(ids: readonly string[]): Promise<Facts> {
    const latest = this.#latest;
    return latest !== undefined && Date.now() - latest.at < latelyMs ? latest.facts : this.ask(ids);
  }

  /** Returns a person as they are shown; null for a deleted account. */
  readonly view = (userId: string): PersonView | null => {
    const [row] = this.#sql.exec<PersonRow>("select * from people where id = ?", userId).toArray();
    return row === undefined ? null : toPersonView(row);
  };

  /** Whether one has blocked the other, as far as the cache knows. */
  hasBlocked(userId: string, otherId: string): boolean {
    return this.#latest?.facts.hasBlocked(userId, otherId) ?? false;
  }

  forget(userId: string): void {
    this.#sql.exec("delete from people where id = ?", userId);
  }

  #learn(id: string, person: PersonFacts | undefined): void {
    if (person === undefined) return this.forget(id);
    this.#sql.exec(
      `insert into people (id, username, photo) values (?1, ?2, ?3)
       on conflict (id) do update set username = ?2, photo = ?3 where username <> ?2 or photo is not ?3`,
      id,
      person.username,
      person.photo,
    );
  }
}

interface Waiting {
  about: readonly string[];
  run: (facts: Facts) => void;
  fail: (error: unknown) => void;
}

/**
 * Decisions that need data from D1: made one after the other in the order of arrival, each with facts that were read
 * after it arrived. All that wait while D1 is read share the next result.
 */
export class DecisionQueue {
  readonly #people: People;
  readonly #memberIds: () => string[];
  #waiting: Waiting[] = [];
  #isBusy = false;

  constructor(people: People, memberIds: () => string[]) {
    this.#people = people;
    this.#memberIds = memberIds;
  }

  /**
   * Returns the result of `decide`, which must be synchronous. The facts are about the participants and `about`.
   * @throws AppError `unavailable` where D1 is unavailable.
   */
  decide<T>(about: readonly string[], decide: (facts: Facts) => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const run = (facts: Facts) => {
      try {
        resolve(decide(facts));
      } catch (error) {
        reject(error);
      }
    };
    this.#waiting.push({ about, run, fail: reject });
    if (!this.#isBusy) void this.#work();
    return promise;
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      try {
        const facts = await this.#people.ask([...this.#memberIds(), ...batch.flatMap(({ about }) => about)]);
        for (const { run } of batch) run(facts);
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    this.#isBusy = false;
  }
}
