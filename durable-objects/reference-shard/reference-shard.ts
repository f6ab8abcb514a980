import { DurableObject } from "cloudflare:workers";
import { numbersEach, type Postings } from "#app/domains/recognition/cold/postings.ts";
import { DueList } from "../alarms.ts";

/** A hash that more references share than this tells nothing. */
const maxShared = 48;
/** What was removed is not found any more at once, and goes within this time, all together. */
const purgeAfterMs = 3_600_000;
const purgeDue = "purge";

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
  }

  async add({ ids, numbers }: Postings): Promise<void> {
    this.ctx.storage.transactionSync(() => {
      const known = ids.map((id) => this.#numberOf(id));
      const numberOf = known.map((number, place) => number ?? this.#register(ids[place] ?? ""));
      for (let at = 0; at < numbers.length; at += numbersEach) {
        const [hash, place = 0, time, span] = numbers.subarray(at, at + numbersEach);
        if (known[place] !== undefined) continue;
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

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#sql.exec("update indexed set id = null where id = ?", id);
    await this.#due.scheduleBy(purgeDue, Date.now() + purgeAfterMs);
  }

  /** What has one of these hashes. */
  async find(hashes: Float64Array): Promise<Postings> {
    const places = new Map<number, number>();
    const ids: string[] = [];
    const numbers: number[] = [];
    const isGone = new Set<number>();
    for (const hash of hashes) {
      const rows = this.#sql
        .exec<{ reference: number; time: number; span: number }>(
          "select reference, time, span from postings where hash = ? limit ?",
          hash,
          maxShared + 1,
        )
        .toArray();
      if (rows.length > maxShared) continue;
      for (const { reference, time, span } of rows) {
        if (isGone.has(reference)) continue;
        let place = places.get(reference);
        if (place === undefined) {
          const id = this.#idOf(reference);
          if (id === null) {
            isGone.add(reference);
            continue;
          }
          place = ids.push(id) - 1;
          places.set(reference, place);
        }
        numbers.push(hash, place, time, span);
      }
    }
    return { ids, numbers: Float64Array.from(numbers) };
  }

  override alarm(): Promise<void> {
    return this.#due.runDue(Date.now(), () => {
      this.#sql.exec("delete from postings where reference in (select number from indexed where id is null)");
      this.#sql.exec("delete from indexed where id is null");
    });
  }

  #numberOf(id: string): number | undefined {
    return this.#sql.exec<{ number: number }>("select number from indexed where id = ?", id).toArray()[0]
      ?.number;
  }

  #idOf(number: number): string | null {
    const sql = "select id from indexed where number = ?";
    return this.#sql.exec<{ id: string | null }>(sql, number).toArray()[0]?.id ?? null;
  }

  #register(id: string): number {
    return this.#sql
      .exec<{ number: number }>("insert into indexed (id) values (?) returning number", id)
      .one().number;
  }
}
