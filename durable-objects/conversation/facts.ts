import { Facts } from "#app/domains/messages/facts.ts";
import type { PersonView } from "#app/domains/people/contract/people.ts";
import { toPersonView } from "#app/domains/people/views.ts";
import { AppError } from "#app/errors.ts";
import { withTimeout } from "#app/with-timeout.ts";
import { openDb } from "#db/client.ts";
import { type PersonFacts, readWritingFacts } from "#db/queries/messages.ts";

/** A database that takes longer is away. */
const patienceMs = 5_000;

/** For what is shown for a moment, and is no decision. */
const latelyMs = 10_000;

interface PersonRow extends Record<string, SqlStorageValue> {
  id: string;
  username: string;
  photo: string | null;
}

/**
 * The people of a conversation: what D1 says of them is asked anew for everything that is decided; what stays here is
 * how they are called, for events that go out while no one can be asked.
 */
export class People {
  readonly #sql: SqlStorage;
  readonly #d1: D1Database;
  /** What D1 said last: to show by, never to decide by. */
  #latest: { facts: Facts; at: number } | undefined;

  constructor(sql: SqlStorage, d1: D1Database) {
    this.#sql = sql;
    this.#d1 = d1;
    this.#sql.exec(
      "create table if not exists people (id text primary key, username text not null, photo text) without rowid",
    );
  }

  /** @throws AppError `unavailable` where D1 is away. */
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

  /** As `ask`, where an answer that is some seconds old will do. */
  async readCached(ids: readonly string[]): Promise<Facts> {
    const latest = this.#latest;
    return latest !== undefined && Date.now() - latest.at < latelyMs ? latest.facts : this.ask(ids);
  }

  /** How a person is shown; null for a deleted account. */
  readonly view = (userId: string): PersonView | null => {
    const [row] = this.#sql.exec<PersonRow>("select * from people where id = ?", userId).toArray();
    return row === undefined ? null : toPersonView(row);
  };

  /** Whether one has blocked the other, as far as is known here. */
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
 * What needs to be decided by what D1 says: one after the other in the order in which it came, each by facts that were
 * read after it came. Whatever waits while D1 is asked shares the next answer.
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
   * The answer of `decide`, which may not wait for anything. The facts are of the participants and of `about`.
   * @throws AppError `unavailable` where D1 is away.
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
