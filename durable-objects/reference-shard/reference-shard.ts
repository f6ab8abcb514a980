import { DurableObject } from "cloudflare:workers";
import { numbersEach, type Postings } from "#app/domains/music/recognition/cold/postings.ts";
import { hasColumn } from "#packages/durable/columns.ts";
import { DueList } from "#packages/durable/due-list.ts";

/** A hash that references of more owners share tells nothing; nor one of which one owner has so many references. */
const maxShared = 48;
/** Places of one reference with one hash: more tell nothing of where it is. */
const maxPlaces = 4;
/** Maximum number of rows read for one hash: more than the above allow where nobody wants to be in others' way. */
const maxRows = 4_096;
/** Time within which removed postings go, all together; they are not found any more at once. */
const purgeAfterMs = 3_600_000;
const purgeDue = "purge";

interface Posting extends Record<string, SqlStorageValue> {
  reference: number;
  id: string;
  owner: number | null;
  time: number;
  span: number;
}

/** A part of the index of references, by the hashes of their triplets. */
export class ReferenceShard extends DurableObject<Env> {
  readonly #sql: SqlStorage;
  readonly #due: DueList;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#due = new DueList(ctx.storage);
    this.#sql.exec(`
      create table if not exists indexed (number integer primary key, id text unique);
      create table if not exists postings (
        hash integer not null, reference integer not null, time integer not null, span real not null,
        primary key (hash, reference, time, span)
      ) without rowid;
    `);
    if (!hasColumn(this.#sql, "indexed", "owner"))
      this.#sql.exec("alter table indexed add column owner integer");
  }

  /** Adds postings, of each hash all that a reference has; those that it has already change nothing. */
  async add({ ids, owners, numbers }: Postings): Promise<void> {
    this.ctx.storage.transactionSync(() => {
      const numberOf = ids.map(
        (id, place) => this.#numberOf(id) ?? this.#register(id, owners[place] ?? null),
      );
      const counts = new Map<string, number>();
      for (let at = 0; at < numbers.length; at += numbersEach) {
        const [hash = 0, place = 0, time, span] = numbers.subarray(at, at + numbersEach);
        const key = `${place} ${hash}`;
        const count = (counts.get(key) ?? 0) + 1;
        counts.set(key, count);
        if (count > maxPlaces || (count === 1 && this.#isCommonOf(owners[place] ?? null, hash))) {
          counts.set(key, maxPlaces);
          continue;
        }
        this.#sql.exec(
          "insert or ignore into postings values (?, ?, ?, ?)",
          hash,
          numberOf[place],
          time,
          span,
        );
      }
    });
  }

  /** Whether one owner has so many references with this hash that it tells nothing: further ones only take room. */
  #isCommonOf(owner: number | null, hash: number): boolean {
    if (owner === null) return false;
    const { n } = this.#sql
      .exec<{ n: number }>(
        `select count(*) as n from (select 1 from postings join indexed on number = reference
          where hash = ? and owner = ? group by reference limit ?)`,
        hash,
        owner,
        maxShared + 1,
      )
      .one();
    return n > maxShared;
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#sql.exec("update indexed set id = null where id = ?", id);
    await this.#due.scheduleBy(purgeDue, Date.now() + purgeAfterMs);
  }

  /** Returns the postings of these hashes. */
  async find(hashes: Float64Array): Promise<Postings> {
    const places = new Map<number, number>();
    const ids: string[] = [];
    const owners: (number | null)[] = [];
    const numbers: number[] = [];
    for (const hash of hashes) {
      for (const { reference, id, owner, time, span } of this.#tellingOf(hash)) {
        let place = places.get(reference);
        if (place === undefined) {
          place = ids.push(id) - 1;
          owners.push(owner);
          places.set(reference, place);
        }
        numbers.push(hash, place, time, span);
      }
    }
    return { ids, owners, numbers: Float64Array.from(numbers) };
  }

  /**
   * Returns the postings of this hash, if it tells anything. Counted are owners, and references of one owner: however
   * much of it one file or one crate has, what others have is found.
   */
  #tellingOf(hash: number): Posting[] {
    const rows = this.#sql
      .exec<Posting>(
        `select reference, id, owner, time, span from postings join indexed on number = reference
          where hash = ? and id is not null limit ?`,
        hash,
        maxRows,
      )
      .toArray();
    // One that was added before owners were known counts for itself.
    const byOwner = Map.groupBy(rows, ({ owner, id }) => owner ?? id);
    if (byOwner.size > maxShared) return [];
    return [...byOwner.values()].flatMap((own) => {
      const byReference = Map.groupBy(own, ({ reference }) => reference);
      if (byReference.size > maxShared) return [];
      return [...byReference.values()].flatMap((places) => places.slice(0, maxPlaces));
    });
  }

  override alarm(): Promise<void> {
    return this.#due.runDue(Date.now(), { [purgeDue]: () => this.#purge() });
  }

  #purge(): void {
    this.#sql.exec("delete from postings where reference in (select number from indexed where id is null)");
    this.#sql.exec("delete from indexed where id is null");
  }

  #numberOf(id: string): number | undefined {
    return this.#sql.exec<{ number: number }>("select number from indexed where id = ?", id).toArray()[0]
      ?.number;
  }

  #register(id: string, owner: number | null): number {
    return this.#sql
      .exec<{ number: number }>("insert into indexed (id, owner) values (?, ?) returning number", id, owner)
      .one().number;
  }
}
